#include "harness/compare/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/compare/outcome.h"
#include "harness/core/metric.h"
#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

const std::string kInst(kHostInstructionsMetric);
const std::string kTime(kHostTimeMetric);
const std::string kInstances(kInstancesMetric);

class JudgeTest : public testing::Test {
 protected:
  JudgeTest() {
    settings_.metrics = {kInst, kInstances};
    settings_.metric_table = MetricTable({{kInst,
                                           "inst",
                                           RollUp::kSum,
                                           RollUp::kSum,
                                           {},
                                           Direction::kUp,
                                           true,
                                           "host_count",
                                           {0.001, 1000},
                                           Gate::kFail},
                                          {kInstances,
                                           "instances",
                                           RollUp::kSum,
                                           RollUp::kSum,
                                           {},
                                           Direction::kBoth,
                                           true,
                                           "structure",
                                           {},
                                           Gate::kFail},
                                          {kTime,
                                           "ns",
                                           RollUp::kSum,
                                           RollUp::kSum,
                                           {},
                                           Direction::kUp,
                                           false,
                                           "host_time",
                                           {0.1, 0},
                                           Gate::kInfo}});
    region("A", 1'000'000, 2);
    fingerprint_ = {{"compiler", "GNU 12"}};
    baseline_.sessions = {{"s", "2026-01-02", "abc", "why", fingerprint_}};
    store("A", kInst, 1'000'000);
    store("A", kInstances, 2);
  }

  void region(const std::string& label, double instructions, std::uint64_t instances) {
    Region region;
    region.path = {"", {label}};
    region.all.instances = instances;
    region.all.metrics[kInst] = {instructions, instructions};
    region.all.metrics[kInstances] = {static_cast<double>(instances),
                                      static_cast<double>(instances)};
    region.all.metrics[kTime] = {1000.0, 1000.0};
    std::erase_if(tree_.regions, [&](const Region& r) { return r.path == region.path; });
    tree_.regions.push_back(region);
  }
  void store(const std::string& label, const std::string& metric, double value) {
    replace_samples(baseline_, {{"", {label}}, metric, "u", {{"s", {value}}}},
                    baseline_.sessions.front());
  }
  std::vector<Verdict> judge_all() {
    return judge({settings_,
                  declared_,
                  tree_,
                  {},
                  has_baseline_ ? &baseline_ : nullptr,
                  "b.json",
                  fingerprint_,
                  beyond_});
  }
  Verdict first() { return judge_all().front(); }

  Settings settings_;
  std::vector<std::string> declared_ = {"A"};
  RegionTree tree_;
  Baseline baseline_;
  bool has_baseline_ = true;
  Fingerprint fingerprint_;
  std::map<std::string, std::string> beyond_;
};

TEST_F(JudgeTest, TheSameValuesPass) {
  for (const Verdict& verdict : judge_all()) EXPECT_EQ(verdict.word, VerdictWord::kPass);
  EXPECT_EQ(judge_all().size(), 2u);
}

TEST_F(JudgeTest, WithinTheBudgetPassesAndBeyondItRegresses) {
  region("A", 1'001'000, 2);
  EXPECT_EQ(first().word, VerdictWord::kPass);
  region("A", 1'001'001, 2);
  const Verdict verdict = first();
  EXPECT_EQ(verdict.word, VerdictWord::kRegressed);
  EXPECT_THAT(verdict.reason,
              HasSubstr("1,001 inst more than the baseline, allowed +1,000 (0.1 %"));
  EXPECT_EQ(exit_code_of(verdict), ExitCode::kRegressed);
}

TEST_F(JudgeTest, FewerInstructionsBeyondTheBudgetAreAnImprovement) {
  region("A", 900'000, 2);
  EXPECT_EQ(first().word, VerdictWord::kImproved);
  EXPECT_EQ(exit_code_of(first()), ExitCode::kPass);
}

TEST_F(JudgeTest, AnotherNumberOfInstancesIsAFindingAndTheCostIsJudgedPerInstance) {
  region("A", 2'000'000, 4);

  const std::vector<Verdict> verdicts = judge_all();

  EXPECT_EQ(verdicts[0].word, VerdictWord::kPass);
  EXPECT_TRUE(verdicts[0].per_instance);
  EXPECT_EQ(verdicts[0].now, 500'000);
  EXPECT_EQ(verdicts[1].word, VerdictWord::kRegressed);
}

TEST_F(JudgeTest, ADeclaredRegionThatWasNeverOpenedIsNotMeasuredAndTheSeenOnesAreNamed) {
  declared_ = {"A", "C"};

  const std::vector<Verdict> verdicts = judge_all();

  ASSERT_EQ(verdicts.size(), 4u);
  EXPECT_EQ(verdicts[0].word, VerdictWord::kPass);
  EXPECT_EQ(verdicts[2].word, VerdictWord::kNotMeasured);
  EXPECT_THAT(verdicts[2].reason, HasSubstr("regions seen: A"));
  EXPECT_EQ(exit_code_of(verdicts), ExitCode::kNotMeasured);
}

TEST_F(JudgeTest, AnEmptyCaptureIsNeverAPass) {
  tree_ = {};
  for (const Verdict& verdict : judge_all()) {
    EXPECT_EQ(verdict.word, VerdictWord::kNotMeasured);
    EXPECT_THAT(verdict.reason, HasSubstr("opened no region at all"));
  }
  EXPECT_EQ(exit_code_of(std::span<const Verdict>{}), ExitCode::kNotMeasured);
}

TEST_F(JudgeTest, AMetricWithoutAValueIsNotMeasuredNeverZero) {
  tree_.regions[0].all.metrics[kInst] = {};
  EXPECT_EQ(first().word, VerdictWord::kNotMeasured);
}

TEST_F(JudgeTest, WhatThisMachineCannotMeasureIsASkipNotAPass) {
  beyond_[kInst] = "no valgrind";
  EXPECT_EQ(first().word, VerdictWord::kNotMeasured);
  EXPECT_EQ(exit_code_of(first()), ExitCode::kSkipped);
}

TEST_F(JudgeTest, ARegionThatWasNeverOpenedIsNoSkipWhateverTheMachineCannotMeasure) {
  beyond_[kInst] = "no valgrind";
  declared_ = {"C"};
  EXPECT_EQ(exit_code_of(first()), ExitCode::kNotMeasured);
}

TEST_F(JudgeTest, WithoutABaselineThereIsNoVerdictOnTheValue) {
  has_baseline_ = false;
  EXPECT_EQ(first().word, VerdictWord::kNoBaseline);
  EXPECT_EQ(exit_code_of(first()), ExitCode::kNoBaseline);
}

TEST_F(JudgeTest, AnotherCompilerMakesCountsIncomparableButNotTheStructure) {
  fingerprint_ = {{"compiler", "GNU 13"}};

  const std::vector<Verdict> verdicts = judge_all();

  EXPECT_EQ(verdicts[0].word, VerdictWord::kIncomparable);
  EXPECT_THAT(verdicts[0].reason, HasSubstr("compiler: GNU 12 -> GNU 13"));
  EXPECT_EQ(verdicts[1].word, VerdictWord::kPass);
}

TEST_F(JudgeTest, TheLastMatchingBudgetCounts) {
  settings_.budgets = {{"host__*", "*", Allowance{0.5, 0}, {}, {}, "x:1"},
                       {kInst, "A", Allowance{0.1, 0}, Gate::kWarn, {}, "x:2"}};
  region("A", 1'200'000, 2);

  const Verdict verdict = first();

  EXPECT_EQ(verdict.word, VerdictWord::kRegressed);
  EXPECT_EQ(verdict.budget_origin, "x:2");
  EXPECT_EQ(exit_code_of(verdict), ExitCode::kPass);  // a warning only
}

TEST_F(JudgeTest, ABudgetThatIsNeverUsedIsAnError) {
  settings_.budgets = {{kInst, "Z*", Allowance{}, {}, {}, "x:7"}};
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { judge_all(); }),
              testing::AllOf(HasSubstr("x:7"), HasSubstr("'Z*'")));
  settings_.budgets = {{"gpu__*", "A", Allowance{}, {}, {}, "x:8"}};
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { judge_all(); }), HasSubstr("'gpu__*'"));
}

TEST_F(JudgeTest, InformationIsReportedNotJudged) {
  settings_.metrics = {kTime};
  EXPECT_TRUE(judge_all().empty());
}

TEST_F(JudgeTest, OneCaptureOfAMetricThatVariesProvesNothing) {
  settings_.metrics = {kTime};
  settings_.budgets = {{kTime, "A", Allowance{0.1, 0}, Gate::kFail, {}, "x:1"}};
  store("A", kTime, 100);
  EXPECT_EQ(first().word, VerdictWord::kSuspect);
  store("A", kTime, 1000);
  EXPECT_EQ(first().word, VerdictWord::kNoisy);
}

TEST(ExactComparison, ValuesOnTheBudgetDoNotDependOnRounding) {
  // 0.29 * 100 is 28.999999999999996 in floating point.
  EXPECT_FALSE(compare_exactly(100, 129, {0.29, 0}, Direction::kUp).worse);
  EXPECT_TRUE(compare_exactly(100, 129.001, {0.29, 0}, Direction::kUp).worse);
  EXPECT_TRUE(compare_exactly(1000, 1001, {}, Direction::kUp).worse);
  EXPECT_FALSE(compare_exactly(0, 0, {}, Direction::kBoth).worse);
}

TEST(ExactComparison, DirectionsAreMirrored) {
  EXPECT_TRUE(compare_exactly(100, 90, {}, Direction::kDown).worse);
  EXPECT_TRUE(compare_exactly(100, 90, {}, Direction::kUp).better);
  EXPECT_TRUE(compare_exactly(100, 90, {}, Direction::kBoth).worse);
  EXPECT_FALSE(compare_exactly(100, 90, {}, Direction::kBoth).better);
}

TEST(ExactComparison, TheLargerOfRelativeAndAbsoluteCounts) {
  EXPECT_EQ(compare_exactly(-100, 0, {0.1, 5}, Direction::kUp).allowed, 10);
  EXPECT_EQ(compare_exactly(10, 0, {0.1, 5}, Direction::kUp).allowed, 5);
}

Outcome outcome_with(VerdictWord word) {
  Outcome outcome;
  Verdict verdict;
  verdict.declared = "A";
  verdict.word = word;
  outcome.verdicts = {verdict};
  return outcome;
}

TEST(Outcome, AMissingBaselineSkipsTheRegionTestUnlessItIsRequired) {
  Outcome outcome = outcome_with(VerdictWord::kNoBaseline);
  EXPECT_EQ(region_test_code(outcome, "A"), ExitCode::kSkipped);
  outcome.require_baseline = true;
  EXPECT_EQ(region_test_code(outcome, "A"), ExitCode::kNoBaseline);
}

TEST(Outcome, AnIncomparableBaselineFailsTheRegionTestUnlessItIsAllowed) {
  Outcome outcome = outcome_with(VerdictWord::kIncomparable);
  EXPECT_EQ(region_test_code(outcome, "A"), ExitCode::kNoBaseline);
  outcome.allow_incomparable = true;
  EXPECT_EQ(region_test_code(outcome, "A"), ExitCode::kSkipped);
}

TEST(Outcome, ARegionWithoutVerdictIsNotMeasured) {
  EXPECT_EQ(region_test_code(outcome_with(VerdictWord::kPass), "Z"), ExitCode::kNotMeasured);
}

TEST(Outcome, ProfileSucceedsWhateverTheVerdictsButNotOnNothing) {
  EXPECT_EQ(profile_code(outcome_with(VerdictWord::kRegressed)), ExitCode::kPass);
  EXPECT_EQ(profile_code(outcome_with(VerdictWord::kNotMeasured)), ExitCode::kNotMeasured);
  EXPECT_EQ(profile_code({}), ExitCode::kNotMeasured);
  Outcome skipped;
  skipped.skipped = true;
  EXPECT_EQ(profile_code(skipped), ExitCode::kSkipped);
}

}  // namespace
}  // namespace ncu_regions
