// Tests: what the stand-in for ncu says, how it ends, and which entry of a scenario it takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "harness/core/files.h"
#include "tests/ncu_stand_in/stand_in_runs.h"

namespace ncu_regions::stand_in {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr char kKernel[] = R"({"outside": [{"name": "k"}]})";

Strings shell(const std::string& text) { return {"/bin/sh", "-c", text}; }

TEST(StandIn, AnswersQuestions) {
  Runs runs(R"({"version": "2022.3.0.0", "sections": ["Occupancy"],
                "query_metrics": {"exit": 1, "out": "no driver"}})");
  EXPECT_THAT(runs.run({"--version"}).out,
              HasSubstr("\nVersion 2022.3.0.0 (build 34181891) (public-release)\n"));
  EXPECT_THAT(runs.run({"--list-sections"}).out,
              HasSubstr("\nOccupancy  Occupancy    no      ..."));
  EXPECT_EQ(runs.run({"--query-metrics"}).exit_code, 1);
  EXPECT_THAT(runs.run({"--clock-control", "reset"}).out, HasSubstr("==PROF=="));
  EXPECT_THAT(runs.log(), SizeIs(4));
  EXPECT_EQ(runs.log().back()["argv"][2], "reset");
  EXPECT_THAT(runs.log().back()["environment"], Contains("NCU_STAND_IN_LOG"));
  runs.environment = {{"NCU_STAND_IN_SCENARIO", ""}};
  EXPECT_THAT(runs.run({"--version"}).out, HasSubstr("2024.2.0.0"));
}

TEST(StandIn, EndsLikeTheProgram) {
  const Runs runs(kKernel);
  const ProgramResult failed = runs.capture({"--log-file=ncu.log"}, shell("echo said; exit 3"));
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_EQ(failed.out, "said\n");
  EXPECT_THAT(read_file(runs.file("ncu.log")),
              HasSubstr("==ERROR== The application returned an error code (3)."));
  EXPECT_EQ(runs.capture({}, shell("kill -SEGV $$")).exit_code, 11);
  EXPECT_EQ(runs.capture({"--check-exit-code=no"}, shell("exit 3")).exit_code, 0);
}

TEST(StandIn, SaysThatNothingWasProfiled) {
  const Runs runs;
  EXPECT_THAT(runs.capture({}).out, HasSubstr("==WARNING== No kernels were profiled.\n"));
  const ProgramResult again = runs.capture({"--replay-mode=app-range"});
  EXPECT_THAT(again.out, HasSubstr("==WARNING== No ranges were profiled.\n==ERROR== Failed to"));
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(runs.report()));
}

TEST(StandIn, ExpandsMacros) {
  Runs runs(kKernel);
  runs.environment["FOO"] = "three";
  EXPECT_EQ(runs.run({"-o", "r%q{FOO}%%", "true"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(runs.file("rthree%.ncu-rep")));
  runs.environment["FOO"] = "";
  const ProgramResult unset = runs.run({"-o", "r%q{FOO}", "true"});
  EXPECT_EQ(unset.exit_code, 1);
  EXPECT_EQ(unset.out, "==ERROR== Failed to read environment variable 'FOO' for macro '%q'.\n");
  EXPECT_THAT(runs.run({"-o", "r%n", "true"}).out, HasSubstr("Unknown macro '%n' in "));
  runs.run({"-o", "n%i", "true"});
  runs.run({"-o", "n%i", "true"});
  EXPECT_TRUE(std::filesystem::exists(runs.file("n1.ncu-rep")));
}

TEST(StandIn, RefusesWhatNcuRefuses) {
  const Runs runs(R"({"outside": [{"name": "k"}], "version": "2022.3.0.0"})");
  runs.run({"-o", "there", "true"});
  EXPECT_EQ(runs.run({"--export=there", "true"}).out,
            "==ERROR== File there.ncu-rep already exists. Use '-f' for overwriting the file.\n");
  const ProgramResult nowhere = runs.run({"-o", "nowhere/r", "true"});
  EXPECT_EQ(nowhere.exit_code, 1);
  EXPECT_THAT(nowhere.out, HasSubstr("==ERROR== Unable to write to file r.ncu-rep. Please"));
  EXPECT_THAT(runs.capture({"--nvtx-include=@B/"}).out,
              HasSubstr("Invalid configuration for nvtx-"));
  EXPECT_THAT(runs.capture({}, {"nosuch"}).out, HasSubstr("'nosuch' does not exist or is not an"));
  EXPECT_THAT(runs.capture({"--config-file=off"}).out, HasSubstr("unrecognised option '--config-"));
}

TEST(StandIn, LeavesWhatFittedWhenAFileMayNotGrow) {
  const Runs runs(R"({"outside": [{"name": "k", "launches": 50}]})");
  const rlimit small = {1024, RLIM_INFINITY};
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  setrlimit(RLIMIT_FSIZE, &small);
  const ProgramResult result = runs.capture({"--log-file=ncu.log"});
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(read_file(runs.report()).size(), 1024u);
}

TEST(StandIn, TakesTheFirstEntryThatFits) {
  const Runs runs(R"({"captures": [
      {"when": {"nth": 2}, "exit": 20},
      {"when": {"replay_mode": "range", "includes": 1}, "exit": 21},
      {"when": {"min_includes": 2}, "exit": 22},
      {"when": {"census": true}, "exit": 23},
      {"when": {"clock_control": "none"}, "exit": 24}]})");
  const std::string include = "--nvtx-include=regex:^A$/";
  EXPECT_EQ(runs.capture({}).exit_code, 0);
  EXPECT_EQ(runs.capture({}).exit_code, 20);
  EXPECT_EQ(runs.capture({"--replay-mode=range", include}).exit_code, 21);
  EXPECT_EQ(runs.capture({include, include}).exit_code, 22);
  EXPECT_EQ(runs.capture({"--metrics", "gpu__time_duration.sum"}).exit_code, 23);
  EXPECT_EQ(runs.capture({"-c", "1"}).exit_code, 23);
  EXPECT_EQ(runs.capture({"--clock-control", "none"}).exit_code, 24);
  EXPECT_EQ(runs.log().back()["nth"], 7);
}

TEST(StandIn, UsesAnEntrySoOften) {
  const Runs runs(R"({"captures": [{"times": 2, "exit": 5, "log": "why\n"}]})");
  EXPECT_THAT(runs.capture({}).out, testing::AllOf(HasSubstr("why\n"), Not(HasSubstr("WARNING"))));
  EXPECT_EQ(runs.capture({}).exit_code, 5);
  EXPECT_EQ(runs.capture({}).exit_code, 0);
}

TEST(StandIn, RefusesAScenarioThatItDoesNotUnderstand) {
  const Runs runs(one(R"({"retport": "none"})"));
  const ProgramResult result = runs.capture({});
  EXPECT_EQ(result.exit_code, 99);
  EXPECT_THAT(result.err, HasSubstr("unknown key 'retport' in captures[0]"));
}

}  // namespace
}  // namespace ncu_regions::stand_in
