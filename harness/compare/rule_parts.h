// Compare: what the steps of the decision rule share. Private to this room.
#pragma once

#include <span>
#include <string_view>

#include "harness/compare/rule.h"

namespace ncu_regions {

// The budget of an evaluation: 0 holds only while nothing varies.
struct EffectiveAllowance {
  Allowance allow;
  bool is_loosened = false;
};
EffectiveAllowance effective_allowance(const Allowance& allow, std::span<const double> base,
                                       std::span<const double> now);

bool is_constant(std::span<const double> values);

// What an evaluation says, before anything is decided.
Decision described(const Evaluation& evaluation, std::string_view step);

// Steps 1 to 4 of the screen for one side.
Decision screen_evaluation(const Evaluation& evaluation, std::size_t n_max);

// Decides each side that is a worsening, and puts `both` together: regressed if either is, pass
// only if both are, else the worse of the two.
template <typename DecideSide>
Decision for_each_side(Direction worse, DecideSide decide);
Decision worse_of(const Decision& increase, const Decision& decrease);

template <typename DecideSide>
Decision for_each_side(Direction worse, DecideSide decide) {
  if (worse == Direction::kUp) return decide(Side::kIncrease);
  if (worse == Direction::kDown) return decide(Side::kDecrease);
  return worse_of(decide(Side::kIncrease), decide(Side::kDecrease));
}

}  // namespace ncu_regions
