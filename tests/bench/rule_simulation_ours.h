// Our rule, applied to the simulated captures of one pull request.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/compare/rule.h"

namespace ncu_regions::simulation {

inline constexpr double kBudget = 0.02;
inline constexpr std::size_t kScreenCaptures = 3;

// All captures that anybody could ask for; who needs fewer takes the first ones.
struct TestCaptures {
  Samples base;                   // side by side: in pairs with `now`; stored: all of the sessions
  Samples now;                    // screen, then fresh
  std::vector<Samples> sessions;  // stored only
};

struct Outcome {
  Ruling ruling = Ruling::kUndecided;
  std::size_t captures = kScreenCaptures;  // of the new build, until it was settled
  bool was_undecided = false;              // after the screen
};

// One per test.
std::vector<Outcome> judge_pairs(std::span<const TestCaptures> tests, std::size_t n_max);
std::vector<Outcome> judge_stored(std::span<const TestCaptures> tests, std::size_t n_max,
                                  bool clocks_locked);

}  // namespace ncu_regions::simulation
