// What a reader of verdicts.json believes, for every word that a check writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/core/files.h"
#include "harness/runs/outcome_file.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

// An exact count with a budget of 10 %.
Verdict exact_verdict(VerdictWord word, double before, double now) {
  Verdict verdict;
  verdict.declared = "A";
  verdict.region = {"", {"A"}};
  verdict.metric = "m";
  verdict.family = "structure";
  verdict.deterministic = true;
  verdict.word = word;
  verdict.budget = {0.1, 0};
  verdict.baseline = before;
  verdict.now = now;
  verdict.allowed = 0.1 * std::abs(before);
  verdict.baseline_samples = {before};
  verdict.now_samples = {now, now};
  verdict.captures = 2;
  Evidence evidence;
  evidence.decision.step = "exact";
  verdict.evidence = evidence;
  return verdict;
}

class OutcomeCheck : public testing::Test {
 protected:
  Outcome with(const Verdict& verdict) const {
    Outcome outcome;
    outcome.workload = "w";
    outcome.kind = "host";
    outcome.declared = {"A"};
    outcome.verdicts = {verdict};
    return outcome;
  }
  void expect_believed(const Outcome& outcome) {
    write_outcome(folder_ / "a.json", outcome);
    EXPECT_NO_THROW(read_outcome(folder_ / "a.json")) << read_file(folder_ / "a.json");
  }
  void expect_believed(const Verdict& verdict) { expect_believed(with(verdict)); }
  std::string refusal(const Outcome& outcome) {
    write_outcome(folder_ / "a.json", outcome);
    return error_of(ErrorKind::kMeasurement, [&] { read_outcome(folder_ / "a.json"); });
  }
  std::string refusal(const Verdict& verdict) { return refusal(with(verdict)); }

  TempFolder folder_;
};

TEST_F(OutcomeCheck, BelievesWhatExactValuesSay) {
  expect_believed(exact_verdict(VerdictWord::kPass, 100, 110));
  expect_believed(exact_verdict(VerdictWord::kImproved, 100, 80));
  expect_believed(exact_verdict(VerdictWord::kRegressed, 100, 111));
  expect_believed(exact_verdict(VerdictWord::kSuspect, 100, 111));  // of a session that drifted
  Verdict lower = exact_verdict(VerdictWord::kRegressed, 100, 80);
  lower.worse = Direction::kDown;
  expect_believed(lower);
  lower.worse = Direction::kBoth;
  expect_believed(lower);
  lower.word = VerdictWord::kNoisy;  // nobody looked further
  expect_believed(lower);
}

TEST_F(OutcomeCheck, RefusesWhatExactValuesDoNotSay) {
  EXPECT_THAT(refusal(exact_verdict(VerdictWord::kPass, 100, 111)),
              HasSubstr("100 became 111, and its budget allows 10"));
  EXPECT_THAT(refusal(exact_verdict(VerdictWord::kRegressed, 100, 109)), HasSubstr("is regressed"));
  Verdict waived = exact_verdict(VerdictWord::kWaived, 100, 101);
  EXPECT_THAT(refusal(waived), HasSubstr("nothing is waived"));
  waived.waived = VerdictWord::kRegressed;
  EXPECT_THAT(refusal(waived), HasSubstr("100 became 101"));
}

TEST_F(OutcomeCheck, BelievesWaivedAndStaleVerdicts) {
  Verdict waived = exact_verdict(VerdictWord::kWaived, 100, 200);
  waived.waived = VerdictWord::kRegressed;
  expect_believed(waived);
  Verdict lost = waived;
  lost.waived = VerdictWord::kNotMeasured;
  lost.now.reset();
  lost.now_samples.clear();
  lost.evidence.reset();
  expect_believed(lost);
  Verdict stale = exact_verdict(VerdictWord::kWaiverStale, 100, 50);
  expect_believed(stale);
  stale.waived = VerdictWord::kImproved;
  expect_believed(stale);
}

TEST_F(OutcomeCheck, BelievesWhatVaries) {
  for (const VerdictWord word : {VerdictWord::kPass, VerdictWord::kImproved, VerdictWord::kNoisy,
                                 VerdictWord::kSuspect, VerdictWord::kRegressed}) {
    Verdict verdict = exact_verdict(word, 102, 115);
    verdict.evidence->decision.step = "look2";
    verdict.baseline_samples = {100, 102, 104};
    verdict.now_samples = {114, 116};
    verdict.captures = 9;
    expect_believed(verdict);
    verdict.fails_undecided = true;
    expect_believed(verdict);
  }
}

TEST_F(OutcomeCheck, BelievesValuesOfOneInstance) {
  Verdict verdict = exact_verdict(VerdictWord::kPass, 100.0 / 3, 100.0 / 3);
  verdict.budget = {0, 6};
  verdict.per_instance = true;
  verdict.allowed = 2;
  verdict.now_samples = {99.0 / 3, 101.0 / 3};
  verdict.max = 30;  // for the total, which is not here
  expect_believed(verdict);
}

TEST_F(OutcomeCheck, BelievesWhatHasNothingToCompareWith) {
  for (const VerdictWord word : {VerdictWord::kNoBaseline, VerdictWord::kIncomparable}) {
    Verdict verdict = exact_verdict(word, 1, 5);
    verdict.baseline.reset();
    verdict.allowed.reset();
    verdict.evidence.reset();
    verdict.baseline_samples.clear();
    expect_believed(verdict);
  }
  Verdict lost;
  lost.declared = "A";
  lost.region = {"", {"A"}};
  expect_believed(lost);
  lost.beyond_this_machine = lost.did_not_run = true;
  expect_believed(lost);
}

TEST_F(OutcomeCheck, KnowsLimits) {
  Verdict kept = exact_verdict(VerdictWord::kPass, 1, 5);
  kept.gate = Gate::kInfo;
  kept.baseline.reset();
  kept.allowed.reset();
  kept.evidence.reset();
  kept.baseline_samples.clear();
  kept.max = 5;
  expect_believed(kept);
  kept.max = 4;
  EXPECT_THAT(refusal(kept), HasSubstr("a value of it breaks its limit"));
  kept.word = VerdictWord::kOverLimit;
  expect_believed(kept);
  kept.max.reset();
  EXPECT_THAT(refusal(kept), HasSubstr("it has no limit"));
}

TEST_F(OutcomeCheck, KnowsWhichRegionsWereJudged) {
  Outcome outcome = with(exact_verdict(VerdictWord::kPass, 1, 1));
  outcome.declared = {"A", "B"};
  EXPECT_THAT(refusal(outcome), HasSubstr("region 'B' is declared and has no verdict"));
  outcome.kind = "benchmark";
  expect_believed(outcome);  // nothing of it is gated
  outcome.declared = {"B"};
  EXPECT_THAT(refusal(outcome), HasSubstr("region 'A', m was judged, and the region is not"));
  outcome.skipped = true;
  outcome.declared = {"A"};
  EXPECT_THAT(refusal(outcome), HasSubstr("it was skipped, and has verdicts"));
  outcome.verdicts.clear();
  expect_believed(outcome);
}

}  // namespace
}  // namespace ncu_regions
