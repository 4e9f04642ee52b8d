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
    baseline_.sessions = {{"s", "2026-01-02", "abc", "why", fingerprint_, 1, {}}};
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
  Judgement judgement(bool is_all = true) {
    TakenSample sample;
    sample.info.number = 1;
    sample.tree = tree_;
    const std::vector samples = {sample};
    const Obstacles obstacles = {beyond_, {}, {}, {}};
    const std::vector<GatedTest> tests = gated_tests(settings_, declared_, tree_.paths(), true);
    return judge({.tests = tests,
                  .samples = samples,
                  .baseline = has_baseline_ ? &baseline_ : nullptr,
                  .baseline_file = "b.json",
                  .fingerprint = fingerprint_,
                  .obstacles = obstacles,
                  .today = "2026-11-17",
                  .is_all = is_all});
  }
  std::vector<Verdict> judge_all() { return judgement().verdicts; }
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
              HasSubstr("1,001 inst more than the baseline, allowed +1,000 inst (0.1 %"));
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

TEST_F(JudgeTest, TheTotalIsJudgedWhereTheNumberOfInstancesIsNotAGate) {
  region("A", 2'000'000, 4);
  for (const char* budget : {"=warn", "=info"}) {
    settings_.budgets = {parse_budget(kInstances + budget, "x:1")};
    EXPECT_EQ(first().word, VerdictWord::kRegressed) << budget;
    EXPECT_FALSE(first().per_instance) << budget;
  }
  settings_.budgets.clear();
  settings_.metrics = {kInst};
  EXPECT_EQ(first().word, VerdictWord::kRegressed);
}

TEST_F(JudgeTest, AnExactValueThatMayBeStoredIsMeasuredTwice) {
  has_baseline_ = false;
  EXPECT_THAT(judgement(false).again.metrics, testing::ElementsAre(kInst, kInstances));
  EXPECT_TRUE(judgement(true).again.empty());
  has_baseline_ = true;
  region("A", 900'000, 2);  // improved
  EXPECT_THAT(judgement(false).again.metrics, testing::ElementsAre(kInst));
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
  tree_.regions[0].all.metrics[kInst] = {};
  EXPECT_EQ(first().word, VerdictWord::kNotMeasured);
  EXPECT_EQ(exit_code_of(first()), ExitCode::kSkipped);
}

TEST_F(JudgeTest, WhatSkippedItselfIsASkipAndWhatFailedIsNot) {
  tree_.undone["A"] = {.has_failed = false, .why = "not <here>"};
  EXPECT_EQ(first().word, VerdictWord::kNotMeasured);
  EXPECT_EQ(first().reason, "it skipped itself: not <here>");
  EXPECT_EQ(exit_code_of(first()), ExitCode::kSkipped);

  tree_.undone["A"] = {.has_failed = true, .why = "no memory"};
  EXPECT_EQ(first().word, VerdictWord::kNotMeasured);
  EXPECT_EQ(first().reason, "it failed: no memory");
  EXPECT_EQ(exit_code_of(first()), ExitCode::kNotMeasured);
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
  settings_.budgets = {parse_budget("host__*=50%", "x:1"),
                       parse_budget(kInst + "(A)=10%,warn", "x:2")};
  region("A", 1'200'000, 2);

  const Verdict verdict = first();

  EXPECT_EQ(verdict.word, VerdictWord::kRegressed);
  EXPECT_EQ(verdict.budget_origin, "x:2");
  EXPECT_EQ(exit_code_of(verdict), ExitCode::kPass);  // a warning only
}

TEST_F(JudgeTest, ABudgetThatIsNeverUsedIsAnError) {
  settings_.budgets = {parse_budget(kInst + "(Z*)=0", "x:7")};
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { judge_all(); }),
              testing::AllOf(HasSubstr("x:7"), HasSubstr("'Z*'")));
  settings_.budgets = {parse_budget("gpu__*(A)=0", "x:8")};
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { judge_all(); }), HasSubstr("'gpu__*'"));
}

TEST_F(JudgeTest, InformationIsReportedNotJudged) {
  settings_.metrics = {kTime};
  EXPECT_TRUE(judge_all().empty());
}

TEST_F(JudgeTest, OneCaptureOfAMetricThatVariesProvesNothing) {
  settings_.metrics = {kTime};
  settings_.budgets = {parse_budget(kTime + "(A)=10%,fail", "x:1")};
  store("A", kTime, 100);
  EXPECT_EQ(first().word, VerdictWord::kSuspect);
  store("A", kTime, 1000);
  EXPECT_EQ(first().word, VerdictWord::kNoisy);
}

TEST_F(JudgeTest, WhatSeemsWorseIsMeasuredOnceMoreWhereThatCanBeDone) {
  EXPECT_TRUE(judgement(false).again.empty());
  region("A", 1'100'000, 2);
  const Judgement worse = judgement(false);
  EXPECT_EQ(worse.again.captures, 1u);
  EXPECT_THAT(worse.again.metrics, testing::ElementsAre(kInst));
  EXPECT_TRUE(judgement(true).again.empty());
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
