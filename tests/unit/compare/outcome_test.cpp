#include "harness/compare/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/compare/workload_state.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Verdict verdict_on(const std::string& region, VerdictWord word, Gate gate = Gate::kFail) {
  Verdict verdict;
  verdict.declared = region;
  verdict.word = word;
  verdict.gate = gate;
  return verdict;
}

Outcome outcome_of(std::vector<Verdict> verdicts) {
  Outcome outcome;
  outcome.declared = {"A"};
  outcome.verdicts = std::move(verdicts);
  return outcome;
}

ExitCode test_code(std::vector<Verdict> verdicts) {
  return region_test_code(outcome_of(std::move(verdicts)), "A");
}

TEST(RegionTestCode, OfWhatWasNotDecidedIsASkip) {
  for (const VerdictWord word : {VerdictWord::kSuspect, VerdictWord::kNoisy}) {
    const Verdict undecided = verdict_on("A", word);
    EXPECT_EQ(test_code({undecided}), ExitCode::kSkipped);
    EXPECT_EQ(test_code({verdict_on("A", VerdictWord::kPass), undecided}), ExitCode::kSkipped);
    EXPECT_EQ(test_code({undecided, verdict_on("A", VerdictWord::kRegressed)}),
              ExitCode::kRegressed);
    EXPECT_EQ(test_code({undecided, verdict_on("A", VerdictWord::kNotMeasured)}),
              ExitCode::kNotMeasured);
    EXPECT_EQ(test_code({verdict_on("A", word, Gate::kWarn)}), ExitCode::kPass);
    EXPECT_EQ(test_code({undecided, verdict_on("B", VerdictWord::kRegressed)}), ExitCode::kSkipped);
    EXPECT_EQ(exit_code_of(outcome_of({undecided})), ExitCode::kPass) << "of check";
    EXPECT_EQ(profile_code(outcome_of({undecided})), ExitCode::kPass);
    Verdict fails = undecided;
    fails.fails_undecided = true;
    EXPECT_EQ(test_code({fails}), ExitCode::kNotMeasured);
    EXPECT_EQ(exit_code_of(outcome_of({fails})), ExitCode::kNotMeasured);
  }
}

TEST(UndecidedRegions, AreThoseThatAreSkippedForIt) {
  const Verdict suspect = verdict_on("A", VerdictWord::kSuspect);
  EXPECT_THAT(undecided_regions(outcome_of({suspect, suspect})), ElementsAre("A"));
  EXPECT_THAT(undecided_regions(outcome_of({suspect, verdict_on("A", VerdictWord::kRegressed)})),
              IsEmpty());
  EXPECT_THAT(undecided_regions(outcome_of({verdict_on("A", VerdictWord::kSuspect, Gate::kWarn)})),
              IsEmpty());
  EXPECT_THAT(undecided_regions(outcome_of({verdict_on("A", VerdictWord::kNoBaseline)})),
              IsEmpty());
}

TEST(WorkloadStates, AreThoseOfTheirRegions) {
  Outcome outcome = outcome_of({verdict_on("A", VerdictWord::kNoisy)});
  EXPECT_EQ(state_of(outcome), WorkloadState::kSkipped);
  outcome.declared = {"A", "B"};
  outcome.verdicts.push_back(verdict_on("B", VerdictWord::kPass));
  EXPECT_EQ(state_of(outcome), WorkloadState::kPassed);
}

}  // namespace
}  // namespace ncu_regions
