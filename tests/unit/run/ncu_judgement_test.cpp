#include "harness/run/ncu_judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/core/files.h"
#include "tests/support/ncu_logs.h"

namespace ncu_regions {
namespace {

using fixture::NcuLog;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

NcuJudgement judge(const NcuTexts& texts, int exit_code) {
  ProcessEnd end;
  end.exit_code = exit_code;
  CaptureCommand command;
  command.timeout_s = 9;
  return judge_ncu_run(end, command, texts);
}

// A skip is green: it must not come from a warning, nor from words of the program.
TEST(NcuJudgement, OnlyErrorsOfNcuItselfAreSkips) {
  const std::string failed = "==ERROR== The application returned an error code (3).\n";
  const NcuTexts texts[] = {
      {failed, "==ERROR== LibraryNotLoaded\n", ""},
      {"==WARNING== Profiling is not supported on WSL\n" + failed, "", ""},
      {"==WARNING== Unified Memory: the user does not have permission\n" + failed, "", ""}};
  for (const NcuTexts& text : texts) EXPECT_EQ(judge(text, 3).kind, "program") << text.log;
  EXPECT_EQ(judge({"==ERROR== Failed to open /srv/WSL/x\n", "", ""}, 1).action,
            FailureAction::kFail);
  // Before it has a log, ncu speaks elsewhere.
  EXPECT_EQ(judge({"", "==ERROR== Driver could not be loaded.\n", ""}, 1).action,
            FailureAction::kSkip);
}

TEST(NcuJudgement, EveryLogIsJudgedByItsCause) {
  std::set<std::string> kinds;
  for (const NcuLog& log : fixture::ncu_logs()) {
    SCOPED_TRACE(log.name + ": " + log.what);
    // After exit code 0 there is no report: whoever calls knows that.
    const bool is_unknown = log.kind == "unknown_error";
    const NcuJudgement judgement =
        judge(log.texts, log.ncu_exit_code == 0 && !is_unknown ? 1 : log.ncu_exit_code);
    EXPECT_EQ(judgement.kind, log.kind);
    EXPECT_EQ(to_string(judgement.action), log.action);
    EXPECT_FALSE(judgement.is_good);
    EXPECT_THAT(judgement.message(), HasSubstr(log.shows));
    EXPECT_FALSE(judgement.meaning.empty());
    EXPECT_FALSE(judgement.remedy.empty());
    kinds.insert(judgement.kind);
  }
  for (const FailureText& row : failure_texts()) {
    EXPECT_TRUE(kinds.contains(std::string(row.kind))) << "no log of " << row.kind;
  }
}

TEST(NcuJudgement, CausesComeBeforeTheirConsequences) {
  const NcuJudgement judgement =
      judge({"==ERROR== The application returned an error code (1).\n==WARNING== No kernels were "
             "profiled.\n",
             "", "==ERROR== Nsight Compute failed to connect to the CUDA driver (stub).\n"},
            1);

  EXPECT_EQ(judgement.kind, "no_driver");
  EXPECT_EQ(judgement.action, FailureAction::kSkip);
  EXPECT_EQ(judgement.lines.size(), 2u);
}

TEST(NcuJudgement, WhatTheProgramPrintsIsNotTakenForNcu) {
  EXPECT_TRUE(judge({"", "UnknownError\nERR_NVGPUCTRPERM\n", "OutOfMemory\n"}, 0).is_good);
  EXPECT_EQ(judge({"==ERROR== The application returned an error code (3).\n", "OutOfMemory\n",
                   "ERR_NVGPUCTRPERM\n"},
                  3)
                .kind,
            "program");
}

// Kernels and folders may be called anything.
TEST(NcuJudgement, NamesInNcuLinesAreNoFailures) {
  EXPECT_EQ(judge({"==PROF== Connected to process 1 (/srv/confidential/WSL/net)\n"
                   "==PROF== Profiling \"SLIC_OutOfMemory\" - 0: 0%\n"
                   "==ERROR== The application returned an error code (3).\n",
                   "", ""},
                  3)
                .kind,
            "program");
}

// mpirun --tag-output, srun -l.
TEST(NcuJudgement, ALauncherMayMarkLines) {
  EXPECT_EQ(judge({"", "[1,0]<stdout>:==ERROR== Failed to lock GPU clocks\n", ""}, 0).kind,
            "no_clock_control");
  EXPECT_FALSE(judge({"", "1: 0%....==ERROR== Something new\n", ""}, 0).is_good);
}

TEST(NcuJudgement, AnErrorCountsAlsoAfterExitCode0) {
  EXPECT_FALSE(judge({"==ERROR== Something quite new\n", "", ""}, 0).is_good);
  EXPECT_EQ(judge({"==ERROR== Something quite new\n", "", ""}, 0).kind, "unknown_error");
  EXPECT_EQ(judge({"==WARNING== No metrics to collect found in sections.\n", "", ""}, 0).kind,
            "nothing_to_collect");
}

TEST(NcuJudgement, ANoteIsNoFailure) {
  const NcuJudgement judgement =
      judge({"==WARNING== Found outstanding GPU clock reset, trying to revert...Success.\n"
             "==WARNING== Unable to access the following 6 metrics: a, b\n",
             "", ""},
            0);

  EXPECT_TRUE(judgement.is_good);
  EXPECT_THAT(judgement.notes, ElementsAre(HasSubstr("Unable to access"), HasSubstr("killed")));
}

TEST(NcuJudgement, ATimeoutAndASignalAreJudgedByThemselves) {
  ProcessEnd end;
  end.timed_out = true;
  EXPECT_EQ(judge_ncu_run(end, {}, {"==ERROR== UnknownError\n", "", ""}).kind, "timeout");
  end.timed_out = false;
  end.signal = 9;
  EXPECT_EQ(judge_ncu_run(end, {}, {}).kind, "ncu_killed");
}

TEST(NcuJudgement, HostileTextIsMadeHarmless) {
  EXPECT_THAT(judge({"==ERROR== \033[31mFailed to profile \"x\"\n", "", ""}, 9).message(),
              testing::Not(HasSubstr("\033")));
}

TEST(NcuJudgement, EveryKindStandsInTheDocumentation) {
  const std::string page = read_file(NCU_REGIONS_TEST_DOCS "/troubleshooting.md");
  for (const auto rows : {failure_texts(), note_texts()}) {
    for (const FailureText& row : rows) {
      EXPECT_THAT(page, HasSubstr("| `" + std::string(row.kind) + "` |"));
      EXPECT_THAT(page, HasSubstr(std::string(row.meaning)));
    }
  }
}

TEST(NcuProgress, CountsResultsAndPasses) {
  const NcuProgress progress = progress_of(
      "==PROF== Connected to process 1\n"
      "==PROF== Profiling \"range\" - 0: 0%....50%....100% - 3 passes\n"
      "==PROF== Profiling \"conv\" - 1 (2/7): 0%....50%....100% - 12 passes\n"
      "==PROF== Profiling \"range\" - 2: 0%....");
  EXPECT_EQ(progress.results, 3u);
  EXPECT_THAT(progress.passes, IsEmpty());

  const NcuProgress replay = progress_of(
      "==PROF== Profiling \"range\" - 0: Application replay pass 1\n"
      "==PROF== Profiling \"range\" - 0: Application replay pass 2\n");
  EXPECT_EQ(replay.results, 1u);
  EXPECT_EQ(replay.passes, "pass 2");
}

}  // namespace
}  // namespace ncu_regions
