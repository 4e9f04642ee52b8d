// Core: sums that do not depend on the order of what is added. Whole numbers are added exactly, the
// rest with the error of each addition carried along.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace ncu_regions {

class ExactSum {
 public:
  void add(std::uint64_t value) { whole_ += value; }

  void add(double value) {
    if (std::abs(value) < kMostWhole && value == std::trunc(value)) {
      whole_ += static_cast<std::int64_t>(value);
    } else {
      add_rest(value);
    }
  }

  void add(const ExactSum& other) {
    whole_ += other.whole_;
    if (!other.has_rest_) return;
    add_rest(other.rest_);
    lost_ += other.lost_;
  }

  double value() const {
    const auto whole = static_cast<double>(whole_);
    return has_rest_ ? whole + (rest_ + lost_) : whole;
  }

  // The sum when all that was added were whole numbers, and none of 64 bits is too small for it.
  std::optional<std::uint64_t> whole() const {
    if (has_rest_ || whole_ < 0 || (whole_ >> 64) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(whole_);
  }

 private:
  // Neumaier's variant of Kahan's sum: it also holds when an addend is larger than the sum.
  void add_rest(double value) {
    has_rest_ = true;
    const double sum = rest_ + value;
    lost_ += std::abs(rest_) >= std::abs(value) ? (rest_ - sum) + value : (value - sum) + rest_;
    rest_ = sum;
  }

  static constexpr double kMostWhole = 9007199254740992.0;  // 2^53
  __extension__ using Whole = __int128;
  Whole whole_ = 0;
  double rest_ = 0, lost_ = 0;
  bool has_rest_ = false;
};

}  // namespace ncu_regions
