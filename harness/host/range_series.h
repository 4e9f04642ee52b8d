// Host: all instances of one region on one thread, with what was measured of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ncu_regions::host {

inline constexpr std::uint64_t kNoValue = ~std::uint64_t{0};

// By metric of the pass, then one per instance or launch; kNoValue: not measured.
using SeriesValues = std::vector<std::vector<std::uint64_t>>;
bool has_values(const SeriesValues& values);

struct RangeSeries {
  std::size_t path = 0;
  std::uint64_t thread = 0;
  std::uint64_t instances = 0;
  std::uint64_t open_at_exit = 0;  // of them: never left
  SeriesValues values;             // instances in the order they were left
};

class RangeSeriesTable {
 public:
  explicit RangeSeriesTable(std::size_t metrics) : metrics_(metrics) {}

  // One instance; `values` empty: not measured.
  void add(std::size_t path, std::uint64_t thread, std::span<const std::uint64_t> values,
           bool open_at_exit);
  std::vector<RangeSeries> take() { return std::move(series_); }

 private:
  RangeSeries& series_of(std::size_t path, std::uint64_t thread);

  std::size_t metrics_;
  std::vector<RangeSeries> series_;
  std::unordered_map<std::uint64_t, std::unordered_map<std::size_t, std::size_t>> numbers_;
};

}  // namespace ncu_regions::host
