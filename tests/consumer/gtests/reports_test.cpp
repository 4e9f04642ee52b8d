#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ncu_regions/gtest.h>

#include <cstdlib>

namespace {

using ncu_regions::HasKernels;
using ncu_regions::NoKernelsOutside;
using ncu_regions::RegionMetric;
using ncu_regions::RegionWithinBudget;
using ncu_regions::Report;
using testing::AllOf;
using testing::Gt;
using testing::IsEmpty;
using testing::Lt;
using testing::Not;

std::string variable(const char* name) { return std::getenv(name); }

// What the fixture of this test measured.
Report measured() { return ncu_regions::load_report(variable("RUNS") + "/algorithms"); }

TEST(Reports, HaveARegionForEveryCase) {
  const Report report = measured();

  ASSERT_TRUE(report.is_measured);
  EXPECT_EQ(report.kind, "host");
  EXPECT_EQ(report.regions.size(), 20u);
  EXPECT_THAT(report, RegionMetric("Sort.Ascending", "host__inst_executed.sum",
                                   AllOf(Gt(10000), Lt(10000000))));
  EXPECT_THAT(report, Not(RegionMetric("Sort.Ascending", "gpu__time_duration.sum", Gt(0))));
}

TEST(Reports, KnowOfNoKernels) {
  const Report report = measured();

  EXPECT_THAT(report, Not(HasKernels("Text.Find")));
  EXPECT_THAT(report, HasKernels("Text.Find", IsEmpty()));
  EXPECT_THAT(report, NoKernelsOutside());
}

// Without a baseline neither green nor red; the line that asks for it ends the test.
TEST(Reports, KeepTheirBudgetsOnceThereIsABaseline) {
  const Report report = measured();
  const bool has_baseline = report.verdicts.at(0).word != "no_baseline";

  EXPECT_THAT(report, RegionWithinBudget("Sort.Ascending"));

  EXPECT_TRUE(has_baseline) << "the line above ends the test";
}

// Also what is negated does not pass on a name that is misspelt.
TEST(Reports, RefuseNamesThatAreNotThere) {
  const Report report = measured();
  for (const auto& matcher : {HasKernels("typo"), RegionWithinBudget("typo"),
                              RegionMetric("typo", "region__instances", Gt(0))}) {
    EXPECT_THROW(testing::Matches(Not(matcher))(report), ncu_regions::ReportError);
  }
}

// What it measured before it skipped itself is nothing that could be asked for.
TEST(Reports, OfACaseThatSkippedItselfSayNothing) {
  const Report report = ncu_regions::load_report(variable("RUNS") + "/some_cases");
  EXPECT_THAT(report, RegionMetric("Some.SkipsItself", "host__inst_executed.sum", Gt(0)));
  FAIL() << "the line above ends the test";
}

TEST(Reports, CanBeMade) {
  ncu_regions::MeasureRequest request;
  request.command = {variable("PROGRAM"), "--gtest_filter=Text.*"};
  request.regions = {"Text.Append", "Text.Find"};
  request.options = {"--limit", "host__inst_executed.sum(Text.Find)<=10000000"};
  request.run = variable("RUNS") + "/made";

  const Report report = ncu_regions::measure(request);

  EXPECT_EQ(report.regions.size(), 2u);
  EXPECT_THAT(report, RegionMetric("Text.Find", "region__instances", testing::Eq(1)));
}

}  // namespace
