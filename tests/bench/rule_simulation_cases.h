// Pull requests of many tests, judged by our rule and by its peers on the same captures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/rule_simulation_noise.h"

namespace ncu_regions::simulation {

struct Options {
  std::size_t prs = 1'000;
  std::size_t tests = 300;  // per pull request
  std::size_t n_max = 10;   // fresh captures of our rule
  std::uint64_t seed = 1;
  std::string only;  // a noise; empty: all of them

  // Where tests are slowed, each gives a sample: fewer pull requests are enough.
  std::size_t power_prs() const { return prs < 40 ? 4 : prs / 10; }
  std::size_t slowed() const { return tests < 30 ? 1 : tests / 30; }
};

// Where the old captures come from.
struct Case {
  NoiseModel noise;
  std::size_t sessions = 0;  // stored ones; 0: both builds are run side by side
  std::size_t captures = 0;  // in each stored session
  double shift = 0;          // standard deviation of a test's level from session to session

  bool is_stored() const { return sessions > 0; }
  std::string baseline() const;  // "A/B", "3 x 4, shift 1 %"
};

// Sums over pull requests. By rule: ours first, then peers().
struct Tally {
  std::size_t prs = 0, tests = 0;
  std::vector<std::size_t> red_prs;     // with at least one red test
  std::vector<std::size_t> red_slowed;  // slowed tests that are red
  std::size_t slowed = 0, suspect_slowed = 0;
  std::size_t undecided = 0;       // after our screen
  std::size_t captures = 0;        // of the new build, for ours
  std::size_t worst_captures = 0;  // of the most expensive test of each
};

// The first `options.slowed()` tests of each pull request are slower by `slowdown`, if it is not 0.
Tally simulate(const Case& which, double slowdown, std::size_t prs, const Options& options);

struct CaseResult {
  struct Slowed {
    double slowdown = 0;
    Tally tally;
  };
  Case which;
  Tally unchanged;
  std::vector<Slowed> slowed;

  const Tally& at(double slowdown) const;
};
CaseResult simulate_all(const Case& which, const Options& options);

std::vector<Case> side_by_side_cases(const Options& options);
std::vector<Case> stored_cases(const Options& options);

}  // namespace ncu_regions::simulation
