// Compare: the decision rule, as pure functions of samples. docs/verdicts.md explains it by
// example; docs/design/decision-rule.md says where each number comes from.
//
// Order for one region x metric: decide_exactly, decide_spread, screen, then with captures that had
// no part in the screen confirm (side by side) or confirm_stored (against a stored baseline).
// decide_fixed judges captures to which none can be added.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/evaluation.h"
#include "harness/config/budget.h"

namespace ncu_regions {

inline constexpr double kAlpha = 0.01;      // false alarms: of a whole run of checks
inline constexpr double kAlphaPass = 0.05;  // that a pass is none: of one test

using Samples = std::vector<double>;

// One region x metric.
struct RuleTest {
  Allowance allow;
  Direction worse = Direction::kUp;
  bool deterministic = false;  // declared: repeated captures give the same value

  // In every count of tests for error control.
  std::size_t weight() const { return worse == Direction::kBoth ? 2 : 1; }
};

enum class Ruling { kPass, kNoisy, kUndecided, kSuspect, kRegressed, kImproved };

struct Decision {
  Ruling ruling = Ruling::kUndecided;
  std::string step;  // which step of the rule decided: "exact", "screen.1", "look1", ...
  Side side = Side::kIncrease;
  bool is_log = false;
  double theta = 0, estimate = 0;  // on the working scale; the exact path: in the unit
  std::optional<Interval> interval;
  std::optional<double> p, level;
  std::size_t n_base = 0, n_now = 0;
  std::size_t beyond_all = 0;  // new captures that lie beyond all old ones
  std::size_t trimmed = 0;     // of each side, before the rank test
  // Captures that could prove something: pairs (screen, noisy), or of the new side (fixed). 0: not
  // known, or too many.
  std::size_t needed = 0;
  std::size_t wanted = 0;        // undecided: fresh captures of the new side before the next look
  bool is_loosened = false;      // a budget of 0 that became 0.5 %, because the values vary
  bool cannot_fail = false;      // the budget is as large as the value
  bool is_out_of_reach = false;  // no number of captures up to the most could prove anything
};

// All equal on both sides, and declared deterministic or at least two of each. Nothing: go on with
// the screen. "Worse" of a metric that is not declared is undecided: zero spread is no proof.
std::optional<Decision> decide_exactly(const RuleTest& test, std::span<const double> base,
                                       std::span<const double> now);

// Captures of each side before the spread of a metric that should have none is judged.
inline constexpr std::size_t kSpreadCaptures = 3;

// A metric that is declared deterministic and varies: regressed when every new value is worse than
// every old one by more than the budget and the spread of the new values together. Needs
// kSpreadCaptures new values. Nothing: go on with the screen.
std::optional<Decision> decide_spread(const RuleTest& test, std::span<const double> base,
                                      std::span<const double> now);

// Passes what is clearly inside the budget, gives up on what could not be decided with n_max
// captures, and leaves the rest undecided.
Decision screen(const RuleTest& test, std::span<const double> base, std::span<const double> now,
                std::size_t n_max);

// Whether stored sessions differ by a third of the budget or more: a screen against them may pass
// what is worse, and suspect what is not.
bool do_sessions_differ(const RuleTest& test, std::span<const Samples> sessions);

// When to look at fresh captures, and how small p has to be each time.
struct Looks {
  std::size_t first = 0, last = 0;  // equal: one look
  double level = 0;
  bool is_out_of_reach = false;  // not even the clearest case could be called regressed
};
// Of pairs: `family` undecided tests share alpha.
Looks plan_looks(std::size_t family, std::size_t n_max, double alpha);
// Against so many stored samples: `family` is that of the whole run.
Looks plan_stored_looks(std::size_t stored, std::size_t family, std::size_t n_max, double alpha);

struct FreshPairs {
  // That selected the test; empty when they had no partners. They serve the claim "pass" alone.
  std::span<const double> screen_base, screen_now;
  // Complete pairs in the order in which they were taken.
  std::span<const double> base, now;
  bool is_all = false;  // no more will come: decide with what there is
};
Decision confirm(const RuleTest& test, const FreshPairs& pairs, const Looks& looks);

struct FreshStored {
  std::span<const Samples> sessions;  // stored, one per session; none is empty
  std::span<const double> screen_now, now;
  bool clocks_locked = false;  // really, in every capture of both sides
  bool is_all = false;
};
Decision confirm_stored(const RuleTest& test, const FreshStored& fresh, const Looks& looks);

// One look at what there is, among `family` tests.
Decision decide_fixed(const RuleTest& test, std::span<const double> base,
                      std::span<const double> now, std::size_t family, double alpha);

}  // namespace ncu_regions
