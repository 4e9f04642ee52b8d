#include "harness/command/capture_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/error_of.h"
#include "tests/support/ncu_captures.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SeenProgram seen(const std::vector<RegionPath>& paths) {
  SeenProgram program;
  for (const RegionPath& path : paths) program.regions.push_back({path, 2});
  return program;
}

std::vector<std::size_t> members(const CapturePlan& plan, std::size_t capture) {
  return plan.captures.at(capture).regions;
}

TEST(CapturePlan, SiblingsShareARunAndNestedRegionsDoNot) {
  const SeenProgram program =
      seen({{"", {"A"}, false}, {"", {"A", "A::A1"}, false}, {"", {"B"}, false}});
  const std::vector<std::string> declared = {"A", "A::A1", "B"};
  const CapturePlan plan = plan_captures(fixture::ncu_settings("range"), declared, &program);

  ASSERT_EQ(plan.captures.size(), 3u);
  EXPECT_EQ(plan.captures[0].kind, CaptureKind::kCensus);
  EXPECT_THAT(plan.captures[0].include, ElementsAre("[A/", "[B/"));
  EXPECT_THAT(members(plan, 1), ElementsAre(0, 2));
  EXPECT_THAT(members(plan, 2), ElementsAre(1));
  EXPECT_EQ(plan.captures[2].level, 2u);
  EXPECT_EQ(plan.regions[1].instances, 2u);
}

// 30 regions in 3 levels, 3 captures: a run per region would be 90.
TEST(CapturePlan, ThirtyRegionsInThreeLevelsTakeTenRuns) {
  std::vector<RegionPath> paths;
  for (int i = 0; i < 3; ++i) {
    const std::string top = "layer" + std::to_string(i);
    paths.push_back({"", {top}, false});
    for (int j = 0; j < 3; ++j) {
      const std::string middle = top + "::block" + std::to_string(j);
      paths.push_back({"", {top, middle}, false});
      for (int k = 0; k < 2; ++k) {
        paths.push_back({"", {top, middle, middle + "::op" + std::to_string(k)}, false});
      }
    }
  }
  ASSERT_EQ(paths.size(), 30u);
  std::vector<std::string> declared;
  for (const RegionPath& path : paths) declared.push_back(written_form(path));
  Settings settings = fixture::ncu_settings("range");
  settings.capture.captures = 3;
  const SeenProgram program = seen(paths);
  const CapturePlan plan = plan_captures(settings, declared, &program);
  EXPECT_EQ(plan.captures.size(), 10u);
  EXPECT_EQ(plan.levels(), 3u);
  EXPECT_EQ(plan.one_by_one, 90u);
  // Without a survey each of the three labels may stand anywhere, and has runs of its own.
  EXPECT_EQ(plan_captures(settings, declared, nullptr).levels(), 5u);
}

TEST(CapturePlan, WhatWasOpenAtTheSameTimeStaysApart) {
  SeenProgram program =
      seen({{"", {"A"}, false}, {"", {"B"}, false}, {"", {"whole"}, true}, {"net", {"C"}, false}});
  const std::vector<std::string> declared = {"A", "B", "startend:whole", "net@C"};
  Settings settings = fixture::ncu_settings("app-range");
  settings.capture.census = false;
  EXPECT_EQ(plan_captures(settings, declared, &program).levels(), 1u);

  program.overlaps = {{0, 1}, {0, 2}};
  const CapturePlan plan = plan_captures(settings, declared, &program);
  EXPECT_EQ(plan.levels(), 2u);
  EXPECT_THAT(members(plan, 0), ElementsAre(0, 3));
  EXPECT_THAT(members(plan, 1), ElementsAre(1, 2));
  // Without a survey nothing is known of them.
  EXPECT_EQ(plan_captures(settings, declared, nullptr).levels(), 4u);
}

// ncu obeys them by halves beside other expressions.
TEST(CapturePlan, NamesThatNeedARegularExpressionHaveRunsOfTheirOwn) {
  const std::vector<std::string> declared = {"o/\\@x", "o/\\@y", "p/z", "p/u"};
  const CapturePlan plan = plan_captures(fixture::ncu_settings("range"), declared, nullptr);

  EXPECT_EQ(plan.levels(), 3u);
  EXPECT_THAT(plan.captures[0].include, ElementsAre("regex:[^o$/", "regex:[^p$/"));
  EXPECT_THAT(plan.captures[1].include, ElementsAre("regex:[^o$/^\\x40x$/"));
  EXPECT_THAT(plan.captures[3].include, ElementsAre("[p/z/", "[p/u/"));
}

TEST(CapturePlan, ALabelAloneHasNoKnownLevelBeforeASurvey) {
  const std::vector<std::string> declared = {"A::A1", "A/A::A2"};
  const CapturePlan plan = plan_captures(fixture::ncu_settings("range"), declared, nullptr);

  EXPECT_FALSE(plan.regions[0].is_level_known);
  EXPECT_TRUE(plan.regions[1].is_level_known);
  EXPECT_THAT(plan.captures[1].include, ElementsAre("A::A1/"));
  EXPECT_THAT(plan.captures[2].include, ElementsAre("[A/A::A2/"));
}

TEST(CapturePlan, KernelReplayNeedsOneRunForAll) {
  const SeenProgram program = seen({{"", {"A"}, false}, {"", {"A", "A"}, false}});
  const std::vector<std::string> declared = {"A/A"};
  Settings settings = fixture::ncu_settings("kernel");
  settings.capture.captures = 2;
  const CapturePlan plan = plan_captures(settings, declared, &program);

  ASSERT_EQ(plan.captures.size(), 2u);
  EXPECT_THAT(plan.captures[0].include, ElementsAre("[A/"));
  settings.ncu.nvtx_include = {"B/"};
  EXPECT_THAT(plan_captures(settings, declared, &program).captures[0].include, ElementsAre("B/"));
}

TEST(CapturePlan, ARegionThatNcuCannotSelectIsAnErrorThatNamesTheMode) {
  const std::vector<std::string> declared = {"A/B/A"};
  EXPECT_THAT(error_of(ErrorKind::kUsage,
                       [&] { plan_captures(fixture::ncu_settings("range"), declared, nullptr); }),
              testing::AllOf(HasSubstr("stands twice"), HasSubstr("ncu_cli.replay_mode=kernel")));
}

TEST(CapturePlan, ARunIsTakenApartIntoOnePerRegion) {
  const std::vector<std::string> declared = {"A/x", "B/y"};
  const CapturePlan plan = plan_captures(fixture::ncu_settings("range"), declared, nullptr);
  const std::vector<PlannedCapture> apart = taken_apart(plan, plan.captures.back());

  ASSERT_EQ(apart.size(), 2u);
  EXPECT_THAT(apart[1].include, ElementsAre("[B/y/"));
}

}  // namespace
}  // namespace ncu_regions
