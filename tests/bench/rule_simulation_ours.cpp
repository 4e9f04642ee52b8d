#include "tests/bench/rule_simulation_ours.h"

#include <algorithm>

namespace ncu_regions::simulation {
namespace {

using Values = std::span<const double>;

// All tests are alike.
const RuleTest& rule_test() {
  static const RuleTest test = {{.relative = kBudget}, Direction::kUp, false};
  return test;
}

Values screened(const Samples& samples) { return Values(samples).first(kScreenCaptures); }
Values fresh(const Samples& samples, std::size_t count) {
  return Values(samples).subspan(kScreenCaptures, count);
}

Outcome after_screen(Values base, Values now, std::size_t n_max) {
  const auto exact = decide_exactly(rule_test(), base, now);
  const Decision decision = exact ? *exact : screen(rule_test(), base, now, n_max);
  return {decision.ruling, kScreenCaptures, decision.ruling == Ruling::kUndecided};
}

std::size_t undecided(std::span<const Outcome> outcomes) {
  const auto count = std::ranges::count_if(outcomes, &Outcome::was_undecided);
  return static_cast<std::size_t>(count) * rule_test().weight();
}

// `look` decides with so many fresh captures; takes more as long as it wants more.
template <typename LookAt>
void settle(Outcome& outcome, const Looks& looks, LookAt look) {
  for (std::size_t count = looks.first; outcome.ruling == Ruling::kUndecided;) {
    const Decision decision = look(count);
    outcome.ruling = decision.ruling;
    outcome.captures = kScreenCaptures + count;
    count = decision.wanted;
  }
}

}  // namespace

std::vector<Outcome> judge_pairs(std::span<const TestCaptures> tests, std::size_t n_max) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(tests.size());
  for (const TestCaptures& test : tests) {
    outcomes.push_back(after_screen(screened(test.base), screened(test.now), n_max));
  }
  const Looks looks = plan_looks(undecided(outcomes), n_max, kAlpha);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Samples& base = tests[i].base;
    const Samples& now = tests[i].now;
    settle(outcomes[i], looks, [&](std::size_t count) {
      return confirm(rule_test(),
                     {screened(base), screened(now), fresh(base, count), fresh(now, count), false},
                     looks);
    });
  }
  return outcomes;
}

std::vector<Outcome> judge_stored(std::span<const TestCaptures> tests, std::size_t n_max,
                                  bool clocks_locked) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(tests.size());
  const Looks looks = plan_stored_looks(tests.front().base.size(),
                                        tests.size() * rule_test().weight(), n_max, kAlpha);
  for (const TestCaptures& test : tests) {
    Outcome& outcome = outcomes.emplace_back(after_screen(test.base, screened(test.now), n_max));
    settle(outcome, looks, [&](std::size_t count) {
      return confirm_stored(
          rule_test(),
          {test.sessions, screened(test.now), fresh(test.now, count), clocks_locked, false}, looks);
    });
  }
  return outcomes;
}

}  // namespace ncu_regions::simulation
