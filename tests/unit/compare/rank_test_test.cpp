#include "harness/compare/rank_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "harness/compare/rule.h"

namespace ncu_regions {
namespace {

using testing::DoubleNear;
using testing::Pointwise;

// By trying all orders of the captures: shares nothing with the table.
std::vector<double> tail_by_enumeration(const RankSizes& sizes) {
  const std::size_t kept_base = sizes.base - sizes.dropped_base;
  const std::size_t kept_now = sizes.now - sizes.dropped_now;
  std::vector<int> order(sizes.base, 0);  // 0: an old capture, 1: a new one
  order.insert(order.end(), sizes.now, 1);
  std::vector<double> ways(kept_base * kept_now + 1, 0.0);
  double all = 0;
  do {
    std::size_t old_below = 0;
    std::size_t new_below = 0;
    std::size_t count = 0;
    for (const int which : order) {
      if (which == 0) {
        ++old_below;
      } else if (new_below++ < kept_now) {
        count += std::min(old_below, kept_base);
      }
    }
    for (std::size_t u = 0; u <= count; ++u) ways[u] += 1;
    all += 1;
  } while (std::ranges::next_permutation(order).found);
  for (double& chance : ways) chance /= all;
  return ways;
}

TEST(RankTest, IsThatOfAllOrders) {
  for (std::size_t base = 1; base <= 7; ++base) {
    for (std::size_t now = 1; now <= 7; ++now) {
      for (std::size_t dropped = 0; dropped < std::min(base, now) && dropped < 3; ++dropped) {
        const RankSizes sizes = {base, now, dropped, dropped};
        EXPECT_THAT(rank_tail(sizes), Pointwise(DoubleNear(1e-12), tail_by_enumeration(sizes)))
            << base << " v " << now << " without " << dropped;
      }
    }
  }
}

TEST(RankTest, ThreeAgainstThree) {
  const std::vector<double> known = {1, .95, .90, .80, .65, .50, .35, .20, .10, .05};
  EXPECT_THAT(rank_tail({3, 3}), Pointwise(DoubleNear(1e-12), known));
  const std::vector<double> trimmed = {1, .80, .65, .35, .20};
  EXPECT_THAT(rank_tail({3, 3, 1, 1}), Pointwise(DoubleNear(1e-12), trimmed));
}

// Critical values of the Mann-Whitney test at one-sided 5 % (n v n): the largest U of the smaller
// kind that is still significant. From printed tables.
TEST(RankTest, AgreesWithPrintedTables) {
  const std::vector<std::pair<std::size_t, std::size_t>> known = {
      {3, 0}, {4, 1}, {5, 4}, {6, 7}, {7, 11}, {8, 15}, {9, 21}, {10, 27}, {15, 72}, {20, 138}};
  for (const auto& [n, critical] : known) {
    const std::vector<double>& tail = rank_tail({n, n});
    EXPECT_LE(tail[n * n - critical], 0.05 + 1e-12) << n;
    EXPECT_GT(tail[n * n - critical - 1], 0.05) << n;
  }
}

TEST(RankTest, KnowsItsSmallestP) {
  EXPECT_NEAR(smallest_p({10, 10, 2, 2}), 66.0 / 184756, 1e-15);
  for (const RankSizes& sizes : {RankSizes{3, 3, 0, 0}, RankSizes{10, 3, 0, 0},
                                 RankSizes{20, 20, 4, 4}, RankSizes{12, 8, 2, 1}}) {
    EXPECT_NEAR(rank_tail(sizes).back() / smallest_p(sizes), 1, 1e-9);
  }
}

TEST(RankTest, IntervalRanks) {
  const std::vector<std::pair<std::size_t, std::size_t>> known = {
      {1, 0}, {2, 0}, {3, 1}, {5, 5}, {6, 8}, {7, 12}, {8, 16}, {10, 28}};
  for (const auto& [n, rank] : known) EXPECT_EQ(interval_rank(n, n), rank) << n;
  EXPECT_EQ(interval_rank(10, 3), 5u);
  EXPECT_EQ(interval_rank(10, 1), 0u);
}

TEST(RankTest, ManyCapturesDoNotOverflow) {
  const std::vector<double>& tail = rank_tail({100, 20});
  EXPECT_NEAR(tail.front(), 1, 1e-12);
  EXPECT_NEAR(tail.back() * choose(120, 20), 1, 1e-9);
}

TEST(RankTest, TiesAreNotAbove) {
  const std::vector<double> base = {1, 2, 2, 3};
  const std::vector<double> now = {2, 3, 4};
  EXPECT_EQ(pairs_above(base, now), 1u + 3u + 4u);
}

TEST(Sessions, DifferFromAThirdOfTheBudgetOn) {
  const RuleTest test = {{0.03, 0, ""}, Direction::kUp, false};
  EXPECT_FALSE(do_sessions_differ(test, std::vector<Samples>{{100, 101, 99}}));
  EXPECT_FALSE(do_sessions_differ(test, std::vector<Samples>{{100}, {100.9}}));
  EXPECT_TRUE(do_sessions_differ(test, std::vector<Samples>{{100}, {100.4}, {101.1}}));
  const RuleTest exact = {{0, 0, ""}, Direction::kUp, true};
  EXPECT_FALSE(do_sessions_differ(exact, std::vector<Samples>{{7}, {7}}));
}

TEST(Looks, PairsBeforeTheFirstLook) {
  const std::vector<std::pair<std::size_t, std::size_t>> known = {
      {1, 5}, {2, 6}, {4, 6}, {5, 7}, {17, 7}, {18, 8}, {64, 8}, {65, 9}, {243, 9}, {244, 10}};
  for (const auto& [family, pairs] : known) {
    const Looks looks = plan_looks(family, 10, kAlpha);
    EXPECT_EQ(looks.first, pairs) << family;
    EXPECT_EQ(looks.level, kAlpha / (family < 244 ? 2.0 : 1.0) / static_cast<double>(family));
    EXPECT_FALSE(looks.is_out_of_reach);
  }
  EXPECT_FALSE(plan_looks(1847, 10, kAlpha).is_out_of_reach);
  EXPECT_TRUE(plan_looks(1848, 10, kAlpha).is_out_of_reach);
}

TEST(Looks, AgainstStoredSamplesTheWholeRunCounts) {
  const Looks looks = plan_stored_looks(12, 300, 10, kAlpha);
  EXPECT_EQ(looks.first, 8u);
  EXPECT_EQ(looks.last, 10u);
  const Looks one = plan_stored_looks(8, 300, 10, kAlpha);
  EXPECT_EQ(one.first, 10u);
  EXPECT_DOUBLE_EQ(one.level, kAlpha / 300);
  EXPECT_TRUE(plan_stored_looks(3, 300, 10, kAlpha).is_out_of_reach);
}

}  // namespace
}  // namespace ncu_regions
