#include "harness/regions/roll_up.h"

#include <algorithm>
#include <cmath>

namespace ncu_regions {

std::optional<double> number_of(const Cell& cell) {
  if (const auto* whole = std::get_if<std::uint64_t>(&cell)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&cell);
  if (real == nullptr || !std::isfinite(*real)) return std::nullopt;
  return *real;
}

void Accumulator::add(const Cell& cell) {
  const std::optional<double> number = number_of(cell);
  if (!number && !std::holds_alternative<TextId>(cell)) return;
  if (std::holds_alternative<std::monostate>(same_)) {
    same_ = cell;
  } else if (same_ != cell && (!number || number_of(same_) != number)) {
    is_mixed_ = true;
  }
  if (!number) return;
  min_ = measured_ == 0 ? *number : std::min(min_, *number);
  max_ = measured_ == 0 ? *number : std::max(max_, *number);
  ++measured_;
  if (const auto* whole = std::get_if<std::uint64_t>(&cell)) {
    sum_.add(*whole);
  } else {
    sum_.add(*number);
  }
}

void Accumulator::add_weighted(const Cell& cell, std::optional<double> weight) {
  add(cell);
  const std::optional<double> number = number_of(cell);
  if (!number || !weight) return;
  ++weighted_count_;
  weight_.add(*weight);
  weighted_sum_.add(*number * *weight);
}

void Accumulator::merge(const Accumulator& other) {
  if (std::holds_alternative<std::monostate>(same_)) {
    same_ = other.same_;
  } else if (!std::holds_alternative<std::monostate>(other.same_) && same_ != other.same_ &&
             (!number_of(same_) || number_of(same_) != number_of(other.same_))) {
    is_mixed_ = true;
  }
  is_mixed_ |= other.is_mixed_;
  if (other.measured_ == 0) return;
  min_ = measured_ == 0 ? other.min_ : std::min(min_, other.min_);
  max_ = measured_ == 0 ? other.max_ : std::max(max_, other.max_);
  measured_ += other.measured_;
  weighted_count_ += other.weighted_count_;
  sum_.add(other.sum_);
  weight_.add(other.weight_);
  weighted_sum_.add(other.weighted_sum_);
}

std::optional<double> Accumulator::value(RollUp roll_up) const {
  if (measured_ == 0) return std::nullopt;
  switch (roll_up) {
    case RollUp::kSum:
      return sum_.value();
    case RollUp::kMax:
      return max_;
    case RollUp::kMin:
      return min_;
    case RollUp::kMean:
      // All weights 0: as many requests as hits, none. There is no rate.
      if (weighted_count_ == 0 || weight_.value() <= 0) return std::nullopt;
      return weighted_sum_.value() / weight_.value();
    case RollUp::kSame:
      if (is_mixed_) return std::nullopt;
      return number_of(same_);
    case RollUp::kNone:
      break;
  }
  return std::nullopt;
}

}  // namespace ncu_regions
