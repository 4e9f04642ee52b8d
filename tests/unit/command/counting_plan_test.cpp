#include "harness/command/counting_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A (2 instances) > A/inner (3), B (1), and start/end S (1): launches in each, and outside.
SeenRanges seen_ranges() {
  SeenRanges seen;
  seen.regions = {{{"", {"A"}}, 2}, {{"", {"A", "inner"}}, 3}, {{"", {"B"}}, 1}};
  seen.regions.push_back({{"", {"S"}, true}, 1});
  seen.launches = {{{0}, 10}, {{1}, 20}, {{2}, 40}, {{2, 3}, 80}, {{}, 1'000'000}};
  return seen;
}

TEST(CountingPlan, LaunchesInsideOfWhatIsCountedAreCounted) {
  const CountingPlan plan = plan_counting(seen_ranges(), {"A"}, 100'000);

  EXPECT_THAT(plan.labels, ElementsAre("A", "inner"));
  EXPECT_TRUE(plan.launches);
  EXPECT_EQ(plan.boundaries, 4u + 6u + 2 * 30u);
  EXPECT_TRUE(plan.why_not_launches.empty());
}

TEST(CountingPlan, LaunchesBesideAStartEndRangeThatIsCountedAreCounted) {
  EXPECT_EQ(plan_counting(seen_ranges(), {"startend:S"}, 100'000).boundaries, 2u + 2 * 80u);
}

// Regions come first, and all of the launches or none.
TEST(CountingPlan, LaunchesThatDoNotFitAreNotCountedAndTheReasonIsSaid) {
  EXPECT_TRUE(plan_counting(seen_ranges(), {"A"}, 70).launches);
  const CountingPlan plan = plan_counting(seen_ranges(), {"A"}, 69);

  EXPECT_THAT(plan.labels, ElementsAre("A", "inner"));
  EXPECT_EQ(plan.boundaries, 10u);
  EXPECT_FALSE(plan.launches);
  EXPECT_THAT(plan.why_not_launches,
              HasSubstr("60 boundaries of launches are more than host.boundaries_max (69)"));
}

TEST(CountingPlan, WithoutLaunchesThereIsNothingToSay) {
  SeenRanges seen = seen_ranges();
  seen.launches.clear();

  const CountingPlan plan = plan_counting(seen, {"A"}, 100'000);

  EXPECT_FALSE(plan.launches);
  EXPECT_TRUE(plan.why_not_launches.empty());
}

}  // namespace
}  // namespace ncu_regions
