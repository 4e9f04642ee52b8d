#include "tests/bench/rule_simulation_promises.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "harness/compare/rule.h"
#include "tests/bench/rule_simulation_tables.h"

namespace ncu_regions::simulation {
namespace {

// A true rate of one in a hundred rarely gives more: 17 of 1,000.
std::size_t most_false_alarms(std::size_t prs) {
  const double expected = kAlpha * static_cast<double>(prs);
  return static_cast<std::size_t>(expected + 2.3 * std::sqrt(expected * (1 - kAlpha)));
}

class Promises {
 public:
  void add(const char* what, bool is_kept, const std::string& measured) {
    std::printf("- %s: %s: %s\n", what, measured.c_str(), is_kept ? "kept" : "NOT KEPT");
    are_kept_ = are_kept_ && is_kept;
    has_any_ = true;
  }
  bool are_kept() const { return are_kept_; }
  bool has_any() const { return has_any_; }

 private:
  bool are_kept_ = true, has_any_ = false;
};

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}
std::string in_percent(double value) { return two_digits(value) + " %"; }

std::string of(std::size_t part, std::size_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole);
}

void promise_false_alarms(Promises& promises, const std::vector<CaseResult>& results) {
  const CaseResult* worst = nullptr;
  for (const CaseResult& result : results) {
    if (!result.which.noise.is_independent) continue;
    const bool is_worse =
        worst == nullptr || result.unchanged.red_prs[0] > worst->unchanged.red_prs[0];
    if (is_worse) worst = &result;
  }
  if (worst == nullptr) return;
  const std::size_t red = worst->unchanged.red_prs[0];
  const std::size_t prs = worst->unchanged.prs;
  const std::size_t most = most_false_alarms(prs);
  const std::string what = "A/B, independent captures: at most " + std::to_string(most) +
                           " false alarms in " + std::to_string(prs) + " pull requests";
  promises.add(
      what.c_str(), red <= most,
      std::to_string(red) + " in the worst case (" + std::string(worst->which.noise.name) + ")");
}

void promise_locked(Promises& promises, const std::vector<CaseResult>& results) {
  for (const CaseResult& result : results) {
    if (!result.which.noise.clocks_locked) continue;
    const Tally& slower = result.at(0.05);
    const double power = percent(slower.red_slowed[0], slower.slowed);
    promises.add("A/B, locked: power at +5 % at least 98 %", power >= 98, in_percent(power));
    const auto mean = [](const Tally& tally) {
      return static_cast<double>(tally.captures) / static_cast<double>(tally.tests);
    };
    promises.add("A/B, locked: mean captures of the new build at most 3.6",
                 std::max(mean(result.unchanged), mean(slower)) <= 3.6,
                 two_digits(mean(result.unchanged)) + " (nothing slower), " +
                     two_digits(mean(slower)) + " (some tests 5 % slower)");
  }
}

void promise_day_one(Promises& promises, const DayOne& day) {
  const double runs = percent(day.slower.red_prs[0], day.slower.prs);
  const double tests = percent(day.slower.red_slowed[0], day.slower.slowed);
  promises.add("day one, locked: 20 % slower is regressed in at least 98 % of the runs",
               std::min(runs, tests) >= 98,
               in_percent(runs) + " of the runs, " + in_percent(tests) + " of the slowed tests");
  promises.add("day one, locked: unchanged is never red", day.unchanged.red_prs[0] == 0,
               of(day.unchanged.red_prs[0], day.unchanged.prs));
}

}  // namespace

std::optional<DayOne> day_one(const std::vector<CaseResult>& stored, const Options& options) {
  for (const CaseResult& result : stored) {
    const Case& which = result.which;
    if (!which.noise.clocks_locked || which.sessions != 1 || which.shift != 0) continue;
    return DayOne{result.unchanged, simulate(which, 0.2, options.prs, options)};
  }
  return std::nullopt;
}

void print_day_one(const DayOne& day) {
  std::printf("\n### Day one: one stored session of 10 captures, locked\n\n");
  std::printf("- unchanged: red in %s pull requests\n",
              of(day.unchanged.red_prs[0], day.unchanged.prs).c_str());
  std::printf("- %zu tests 20 %% slower: red in %s pull requests; %s slowed tests are regressed\n",
              day.slower.slowed / day.slower.prs, of(day.slower.red_prs[0], day.slower.prs).c_str(),
              of(day.slower.red_slowed[0], day.slower.slowed).c_str());
}

bool keeps_promises(const std::vector<CaseResult>& side_by_side, const std::optional<DayOne>& day) {
  std::printf("\n### Promises\n\n");
  Promises promises;
  promise_false_alarms(promises, side_by_side);
  promise_locked(promises, side_by_side);
  if (day) promise_day_one(promises, *day);
  if (!promises.has_any()) std::printf("None of them is about this noise.\n");
  return promises.are_kept();
}

}  // namespace ncu_regions::simulation
