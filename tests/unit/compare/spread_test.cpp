// A metric that is declared deterministic and varies.
#include <gtest/gtest.h>

#include <random>

#include "harness/compare/rule.h"

namespace ncu_regions {
namespace {

const RuleTest kExactUp = {{0.001, 1000, {}}, Direction::kUp, true};

Ruling ruling(const RuleTest& test, const Samples& base, const Samples& now) {
  const auto decision = decide_spread(test, base, now);
  return decision ? decision->ruling : Ruling::kUndecided;
}

TEST(Spread, TenTimesAsMuchRegressesAlthoughItVaries) {
  const Samples now = {50'000'010, 50'000'040, 50'000'020};
  EXPECT_EQ(ruling(kExactUp, {5'000'000}, now), Ruling::kRegressed);
  EXPECT_FALSE(decide_spread(kExactUp, Samples{5'000'000}, now)->p);
}

TEST(Spread, BudgetAndSpreadOfTheNewValuesAreBothAllowed) {
  // Budget 1,000, spread 30: 1,030 more is allowed, 1,031 is not.
  EXPECT_EQ(ruling(kExactUp, {1'000'000}, {1'001'030, 1'001'060, 1'001'045}), Ruling::kUndecided);
  EXPECT_EQ(ruling(kExactUp, {1'000'000}, {1'001'031, 1'001'061, 1'001'046}), Ruling::kRegressed);
}

TEST(Spread, TheWorstStoredValueCounts) {
  EXPECT_EQ(ruling(kExactUp, {100'000, 200'000, 150'000}, {201'000, 201'000, 201'000}),
            Ruling::kUndecided);
  EXPECT_EQ(ruling(kExactUp, {100'000, 200'000, 150'000}, {201'001, 201'001, 201'001}),
            Ruling::kRegressed);
}

TEST(Spread, LessIsWorseWhereTheMetricSaysSo) {
  const RuleTest down = {{0, 10, {}}, Direction::kDown, true};
  EXPECT_EQ(ruling(down, {1000}, {900, 905, 903}), Ruling::kRegressed);
  EXPECT_EQ(ruling(down, {1000}, {1100, 1105, 1103}), Ruling::kUndecided);
  const RuleTest both = {{0, 10, {}}, Direction::kBoth, true};
  EXPECT_EQ(ruling(both, {1000}, {900, 905, 903}), Ruling::kRegressed);
  EXPECT_EQ(ruling(both, {1000}, {1100, 1105, 1103}), Ruling::kRegressed);
}

TEST(Spread, NothingIsSaidOfFewCapturesOfConstantOnesOrOfWhatMayVary) {
  EXPECT_FALSE(decide_spread(kExactUp, Samples{10}, Samples{100'000, 100'001}));
  EXPECT_FALSE(decide_spread(kExactUp, Samples{10}, Samples{100'000, 100'000, 100'000}));
  const RuleTest noisy = {{0.001, 1000, {}}, Direction::kUp, false};
  EXPECT_FALSE(decide_spread(noisy, Samples{10}, Samples{100'000, 100'001, 100'002}));
}

TEST(Spread, AgreesWithTheRuleWrittenDownAnotherWay) {
  std::mt19937 random(20261118);
  std::uniform_int_distribution<int> value(0, 60);
  std::uniform_int_distribution<std::size_t> size(3, 6);
  for (int i = 0; i < 20'000; ++i) {
    Samples base(size(random) - 2);
    Samples now(size(random));
    for (double& each : base) each = 500 + value(random);
    for (double& each : now) each = 500 + 2 * value(random);
    const double budget = value(random);
    const RuleTest test = {{0, budget, {}}, Direction::kUp, true};
    double worst_old = 0;
    for (const double old : base) worst_old = old > worst_old ? old : worst_old;
    double spread = 0;
    double best = 1e9;
    bool varies = false;
    for (const double one : now) {
      best = one < best ? one : best;
      for (const double other : now) spread = one - other > spread ? one - other : spread;
    }
    for (const double old : base) varies = varies || old != base[0];
    varies = varies || spread > 0;
    if (budget == 0) continue;  // a budget of 0 is 0.5 % where values vary
    const bool is_worse = varies && best - worst_old > budget + spread;
    EXPECT_EQ(ruling(test, base, now) == Ruling::kRegressed, is_worse) << i;
  }
}

}  // namespace
}  // namespace ncu_regions
