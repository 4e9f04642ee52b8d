// Regions: how the values of many results make one. What was gathered of two sets of results can be
// merged; the operator of the metric is applied at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/config/metric_table.h"
#include "harness/core/exact_sum.h"

namespace ncu_regions {

// A stored value of one result; texts are numbers of interned ones.
struct TextId {
  std::uint32_t id = 0;
  bool operator==(const TextId&) const = default;
};
using Cell = std::variant<std::monostate, double, std::uint64_t, TextId>;

// The cell as a finite number, or nothing: NaN and infinities are "not measured".
std::optional<double> number_of(const Cell& cell);

class Accumulator {
 public:
  // Non-values are not added: they are counted by their absence.
  void add(const Cell& cell);
  // The same with the weight that the value has in a mean; nothing: it has none.
  void add_weighted(const Cell& cell, std::optional<double> weight);
  void merge(const Accumulator& other);

  std::uint64_t measured() const { return measured_; }
  const ExactSum& sum() const { return sum_; }
  double min() const { return min_; }
  double max() const { return max_; }
  double mean() const { return sum_.value() / static_cast<double>(measured_); }
  double weight() const { return weight_.value(); }
  std::uint64_t weighted() const { return weighted_count_; }
  bool is_mixed() const { return is_mixed_; }
  const Cell& same() const { return same_; }  // of the first; of all unless they are mixed

  // The one value, or nothing: none was measured, they are mixed, none has a weight.
  std::optional<double> value(RollUp roll_up) const;

 private:
  std::uint64_t measured_ = 0;        // numbers
  std::uint64_t weighted_count_ = 0;  // of them: had a weight
  ExactSum sum_, weight_, weighted_sum_;
  double min_ = 0, max_ = 0;
  Cell same_;
  bool is_mixed_ = false;
};

}  // namespace ncu_regions
