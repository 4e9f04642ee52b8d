// The comment of a pull request, in every odd case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/metric.h"
#include "harness/render/annotations.h"
#include "harness/render/comment.h"
#include "harness/render/junit.h"
#include "tests/support/comment_fixture.h"
#include "tests/support/golden.h"

namespace ncu_regions {
namespace {

using testing::SizeIs;

std::string comment(const std::vector<WorkloadResult>& results) {
  return comment_markdown(results, {});
}

Verdict passed(const std::vector<std::string>& labels) {
  return a_verdict(labels, VerdictWord::kPass, 1000, 1000);
}

Verdict regressed(const std::vector<std::string>& labels) {
  return a_verdict(labels, VerdictWord::kRegressed, 86'611'154, 95'410'928);
}

WorkloadResult explained_workload() {
  WorkloadResult result = a_workload("net", {regressed({"A", "A::A1"}), passed({"B"})});
  result.run->explained.explanations = {an_explanation(result.run->outcome.verdicts[0], "conv3x3")};
  return result;
}

WorkloadResult without_run(const std::string& name) {
  WorkloadResult result;
  result.name = name;
  result.error = "no complete run in build/ncu-regions/" + name;
  return result;
}

TEST(Comment, AllGreenIsOneLine) {
  expect_golden("comment/all_green.md",
                comment({a_workload("net", {passed({"A"}), passed({"B"})})}));
  expect_golden("comment/all_green_many.md", comment({a_workload("net", {passed({"A"})}),
                                                      a_workload("other", {passed({"B"})})}));
}

TEST(Comment, ARegressionSaysWhyAndWhatToDo) {
  expect_golden("comment/regressed.md", comment({explained_workload()}));
}

TEST(Comment, EveryKindOfFindingHasItsPlace) {
  std::vector<Verdict> verdicts = {passed({"A"}),
                                   a_verdict({"A"}, VerdictWord::kImproved, 10'000, 9'000),
                                   a_verdict({"B"}, VerdictWord::kImproved, 10'000, 5),
                                   a_verdict({"C"}, VerdictWord::kSuspect, 4, 5),
                                   a_verdict({"D"}, VerdictWord::kNoisy, 4, 5),
                                   a_verdict({"E"}, VerdictWord::kNotMeasured, 4, std::nullopt),
                                   a_verdict({"F"}, VerdictWord::kNoBaseline, std::nullopt, 5),
                                   a_verdict({"G"}, VerdictWord::kIncomparable, std::nullopt, 5),
                                   a_verdict({"H"}, VerdictWord::kOverLimit, std::nullopt, 96),
                                   regressed({"I"}),
                                   a_verdict({"J"}, VerdictWord::kWaived, 10, 12),
                                   a_verdict({"K"}, VerdictWord::kWaiverStale, 10, 10)};
  verdicts[2].is_collapsed = true;
  for (const std::size_t i : {3, 4}) {
    verdicts[i].evidence->mode = Mode::kSideBySide;
    verdicts[i].evidence->decision.step = "look";
    verdicts[i].evidence->decision.p = 0.0123;
  }
  verdicts[8].gate = Gate::kInfo;
  verdicts[8].max = 64;
  verdicts[10].waived = VerdictWord::kRegressed;
  verdicts[10].waiver = Waiver{"*", "J", "the new solver", "ada", "2027-01-31", "", "w.yaml:1"};
  WorkloadResult result = a_workload("net", verdicts);
  result.run->outcome.notes = {"a note",
                               "the base build was measured with other flags: '-O2', now '-O3'"};

  expect_golden("comment/findings.md", comment({result}));
}

TEST(Comment, AFirstRunHasNoBaseline) {
  WorkloadResult result = a_workload("net", {a_verdict({"A"}, VerdictWord::kNoBaseline, {}, 5)});
  result.run->outcome.baseline.exists = false;
  result.state = state_of(result.run->outcome);

  expect_golden("comment/first_run.md", comment({result}));
}

TEST(Comment, ABaselineOfAnotherDeviceCannotBeCompared) {
  WorkloadResult result =
      a_workload("net", {a_verdict({"A"}, VerdictWord::kIncomparable, std::nullopt, 5)});
  result.run->outcome.verdicts[0].reason = "compiler: GNU 11 -> GNU 12; accept with --all";

  expect_golden("comment/incomparable.md", comment({result}));
}

TEST(Comment, OnlyImprovementsAreGoodNews) {
  expect_golden("comment/improved.md",
                comment({a_workload("net", {a_verdict({"A"}, VerdictWord::kImproved, 100, 90)})}));
}

TEST(Comment, AFailedProfilerAndAMachineThatCannotMeasureAreSaid) {
  WorkloadResult skipped = a_workload("gpu", {});
  skipped.run->outcome.skipped = true;
  skipped.run->outcome.profiler_reason = "no GPU, and no host program was given";
  skipped.state = state_of(skipped.run->outcome);

  expect_golden("comment/failed.md", comment({without_run("net"), skipped}));
  expect_golden("comment/nothing.md", comment({}));
}

TEST(Comment, AVanishedRegionIsRed) {
  WorkloadResult result =
      a_workload("net", {a_verdict({"A"}, VerdictWord::kNotMeasured, std::nullopt, std::nullopt)});
  result.run->outcome.verdicts[0].reason = "the program never opened it; regions seen: B";

  expect_golden("comment/vanished.md", comment({result}));
}

TEST(Comment, ChangedRulesStandUnderTheVerdict) {
  WorkloadResult result = explained_workload();
  RuleReview review;
  review.base = "/base/build";
  review.changes = {{"budget", "*", "host__inst_executed.sum", "0.1 % | 1000", "50 %", true},
                    {"waiver", "A::A1", "*", "", "until 2027-01-31, ada: later", true},
                    {"setting", "", "captures", "3", "1", false}};
  review.verdicts = {{{"", {"B"}},
                      "host__inst_executed.sum",
                      VerdictWord::kPass,
                      VerdictWord::kRegressed,
                      "8 inst more than the base"}};
  review.exit_code = ExitCode::kRegressed;
  result.run->outcome.review = review;

  expect_golden("comment/rules.md", comment({result}));
}

TEST(Comment, NothingIsGreenThatHasSomethingToSay) {
  const auto first_line = [](const std::vector<WorkloadResult>& results,
                             const CommentOptions& options = {}) {
    const std::string text = comment_markdown(results, options);
    return text.substr(0, text.find('\n'));
  };
  WorkloadResult noted = a_workload("net", {passed({"A"})});
  noted.run->outcome.notes = {"the baseline has region 'B', which this test does not declare"};
  EXPECT_NE(comment({noted}).find("which this test does not declare"), std::string::npos);

  WorkloadResult warned = a_workload("net", {regressed({"A"})});
  warned.run->outcome.verdicts[0].gate = Gate::kWarn;
  warned.state = state_of(warned.run->outcome);
  EXPECT_EQ(first_line({warned}), "### ⚠️ ncu-regions: 1 gate regressed in net");

  const std::vector<WorkloadResult> green = {a_workload("net", {passed({"A"})})};
  EXPECT_EQ(first_line(green, {kCommentBytes, "build", "failure"}),
            "### ⚠️ ncu-regions: the gate passed in net");
  EXPECT_NE(comment_markdown(green, {kCommentBytes, "build", "failure"}).find("ended as `failure`"),
            std::string::npos);

  WorkloadResult lenient = a_workload("net", {passed({"A"})});
  lenient.run->outcome.review = RuleReview{};
  lenient.run->outcome.review->changes = {{"gate", "*", "m", "fail", "warn", true}};
  lenient.run->outcome.review->exit_code = ExitCode::kRegressed;
  const std::string text = comment({lenient});
  EXPECT_TRUE(text.starts_with("### ⚠️ "));
  EXPECT_NE(text.find("under the rules of the base the check would fail"), std::string::npos);
}

TEST(Comment, ManyWorkloadsAreSortedAndQuietOnesFolded) {
  expect_golden("comment/many.md", comment({explained_workload(), without_run("broken"),
                                            a_workload("quiet", {passed({"A"})}),
                                            a_workload("silent", {passed({"A"})})}));
}

TEST(Comment, AThousandRegressionsFitAndSayWhatIsLeftOut) {
  std::vector<Verdict> verdicts;
  for (int i = 0; i < 1000; ++i) verdicts.push_back(regressed({"outer", "r" + std::to_string(i)}));
  WorkloadResult result = a_workload("net", verdicts);
  for (const Verdict& verdict : verdicts) {
    result.run->explained.explanations.push_back(
        an_explanation(verdict, "a_kernel_with_quite_a_long_name_of_its_own"));
  }

  const std::string text = comment({result});

  EXPECT_LE(text.size(), kCommentBytes);
  EXPECT_TRUE(text.starts_with("### ❌ ncu-regions: 1,000 gates regressed in net\n"));
  EXPECT_NE(text.find("and 950 more, left out here"), std::string::npos);
  EXPECT_NE(text.find("990 further regions are explained in report.md"), std::string::npos);
}

TEST(Comment, TextsWithoutEndLeaveTheVerdict) {
  WorkloadResult result = a_workload("net", {regressed({"A"})});
  result.run->outcome.profiler_reason = std::string(200'000, 'x');

  const std::string text = comment({result});

  EXPECT_LE(text.size(), kCommentBytes);
  EXPECT_EQ(text.substr(0, text.find('\n')), "### ❌ ncu-regions: 1 gate regressed in net");
  EXPECT_NE(text.find("does not fit into one comment"), std::string::npos);
}

TEST(Comment, FiftyRedWorkloadsOfThirtyRegionsFit) {
  std::vector<WorkloadResult> results;
  for (int i = 0; i < 50; ++i) {
    std::vector<Verdict> verdicts;
    for (int j = 0; j < 30; ++j) verdicts.push_back(regressed({"r" + std::to_string(j)}));
    results.push_back(a_workload("workload_" + std::to_string(i), verdicts));
  }

  const std::string text = comment(results);

  EXPECT_LE(text.size(), kCommentBytes);
  EXPECT_TRUE(text.starts_with("### ❌ ncu-regions: 1,500 gates regressed in 50 of 50 workloads\n"));
  EXPECT_NE(text.find("and 25 more, left out here"), std::string::npos);
  EXPECT_NE(text.find("Shortened to what GitHub takes"), std::string::npos);
}

TEST(Annotations, OneForEachRegionWithItsLineWorstFirst) {
  std::vector<WorkloadResult> results = {
      a_workload("net", {a_verdict({"C"}, VerdictWord::kSuspect, 4, 5), regressed({"A", "A::A1"}),
                         a_verdict({"A", "A::A1"}, VerdictWord::kImproved, 5, 4), passed({"B"})})};
  results[0].run->explained.explanations = {
      an_explanation(results[0].run->outcome.verdicts[1], "conv, 100 %\n::error::")};

  const std::vector<std::string> lines = annotations(results, "");

  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_EQ(lines[0],
            "::error title=ncu-regions%3A net%2C A%3A%3AA1::host__inst_executed.sum regressed: "
            "86,611,154 → 95,410,928 inst (+10.16 %25), budget 0.1 %25 | 1000; why: 8 extra "
            "launches of conv, 100 %25\\x0a::error:: (8 → 16)");
  EXPECT_THAT(lines[1], testing::StartsWith("::warning title=ncu-regions%3A net%2C C::"));
}

TEST(Annotations, ABrokenLimitNamesTheLimit) {
  Verdict broken = a_verdict({"A"}, VerdictWord::kOverLimit, 96, 96);
  broken.max = 64;

  EXPECT_THAT(annotations(std::vector{a_workload("net", {broken})}, "").at(0),
              testing::EndsWith("over_limit: 96 inst, at most 64 inst"));
}

TEST(Annotations, NameAFileOfTheCheckoutAlone) {
  std::vector<WorkloadResult> results = {a_workload("net", {regressed({"A"})})};
  auto& source = results[0].run->explained.sources[{"", {"A"}}];
  const std::filesystem::path root = std::filesystem::path(NCU_REGIONS_TEST_GOLDEN) / "comment";

  source = {(root / "all_green.md").string(), 12};
  EXPECT_THAT(annotations(results, root)[0],
              testing::StartsWith("::error file=all_green.md,line=12,"));
  source = {"../render/all_green.md", 12};
  EXPECT_THAT(annotations(results, root)[0], testing::StartsWith("::error title="));
  source = {"/etc/passwd", 1};
  EXPECT_THAT(annotations(results, root)[0], testing::StartsWith("::error title="));
}

TEST(JUnit, HasACaseForEachGate) {
  WorkloadResult result = explained_workload();
  result.run->outcome.verdicts.push_back(
      a_verdict({"<&\">"}, VerdictWord::kNoBaseline, std::nullopt, 5));

  expect_golden("comment/junit.xml", junit_xml(std::vector{result, without_run("broken")}));
}

}  // namespace
}  // namespace ncu_regions
