// discover: which regions a program opens, and what can be done with the answer.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::Not;

using DiscoverCli = CliTest;

TEST_F(DiscoverCli, ShowsTheTreeAndTheLinesThatRegisterTheProgram) {
  const ProgramResult result = cli({"discover", NCU_REGIONS_TEST_RANGES, "empty"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("4 regions, 6 instances"));
  EXPECT_THAT(result.out, HasSubstr("\n  inner  "));
  EXPECT_THAT(result.out, HasSubstr("ncu_regions_add_test(NAME "));
  EXPECT_THAT(result.out,
              HasSubstr("HOST_COMMAND \"" NCU_REGIONS_TEST_RANGES "\"\n  ARGS \"empty\""));
  EXPECT_THAT(result.out, HasSubstr("\n    \"inner\"\n"));
}

TEST_F(DiscoverCli, TheDashesBeforeTheProgramMayBeLeftOut) {
  const ProgramResult with =
      cli({"discover", "--name", "t", "--", NCU_REGIONS_TEST_RANGES, "empty"});
  const ProgramResult without = cli({"discover", "--name", "t", NCU_REGIONS_TEST_RANGES, "empty"});

  EXPECT_EQ(with.exit_code, 0);
  EXPECT_THAT(with.out, HasSubstr("NAME t\n"));
  EXPECT_THAT(without.out, HasSubstr("ARGS \"empty\""));
}

TEST_F(DiscoverCli, AWorkloadFileThatItWroteCanBeMeasured) {
  const ProgramResult wrote =
      cli({"discover", "--name", "t", "--write", "t.yaml", "--", NCU_REGIONS_TEST_RANGES, "empty"});
  ASSERT_EQ(wrote.exit_code, 0) << wrote.err;

  const ProgramResult checked =
      cli({"check", "--workload", "t.yaml", "metrics=[region__instances]"});

  EXPECT_EQ(checked.exit_code, 4) << checked.err;  // measured, no baseline
  EXPECT_EQ(value("outer/inner", "region__instances"), 1);
}

TEST_F(DiscoverCli, AFileThatIsThereIsNotReplaced) {
  write_file(folder_ / "t.yaml", "mine");

  const ProgramResult result =
      cli({"discover", "--write", "t.yaml", "--", NCU_REGIONS_TEST_RANGES, "empty"});

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(read_file(folder_ / "t.yaml"), "mine");
}

TEST_F(DiscoverCli, AScriptIsCalledByItsOwnName) {
  write_file(folder_ / "bench.sh", NCU_REGIONS_TEST_RANGES " empty\n");

  const ProgramResult result = cli({"discover", "env", "X=1", "sh", "bench.sh"});

  EXPECT_THAT(result.out, HasSubstr("ncu_regions_add_test(NAME bench\n"));
}

TEST_F(DiscoverCli, OddNamesSurviveTheWayThroughTheFile) {
  cli({"discover", "--name", "t", "--write", "t.yaml", "--", NCU_REGIONS_TEST_RANGES, "odd-names"});

  const ProgramResult checked =
      cli({"check", "--workload", "t.yaml", "metrics=[region__instances]"});

  EXPECT_EQ(checked.exit_code, 4) << checked.out << checked.err;
}

TEST_F(DiscoverCli, WhatCMakeCannotCarryIsLeftInAComment) {
  const ProgramResult result = cli({"discover", NCU_REGIONS_TEST_RANGES, "odd-names"});

  EXPECT_THAT(result.out, HasSubstr("# CMake cannot carry this region: new\\x0aline"));
}

TEST_F(DiscoverCli, AProgramThatEndsBadlyIsShownAsFarAsItCame) {
  const ProgramResult result = cli({"discover", NCU_REGIONS_TEST_RANGES, "many-abort"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("was ended by signal 6"));
  EXPECT_THAT(result.out, HasSubstr("note: partial: the program was ended by signal 6"));
}

TEST_F(DiscoverCli, AProgramWithoutRangesIsNoSuccess) {
  const ProgramResult no_range = cli({"discover", NCU_REGIONS_TEST_RANGES, "nvtx-only"});
  const ProgramResult no_nvtx = cli({"discover", NCU_REGIONS_TEST_RANGES, "none"});

  EXPECT_EQ(no_range.exit_code, 3);
  EXPECT_THAT(no_range.err, HasSubstr("opened no range"));
  EXPECT_EQ(no_nvtx.exit_code, 3);
  EXPECT_THAT(no_nvtx.err, HasSubstr("made no NVTX call"));
}

TEST_F(DiscoverCli, SeveralProcessesAreCounted) {
  const ProgramResult result = cli({"discover", NCU_REGIONS_TEST_RANGES, "forks"});

  EXPECT_THAT(result.out, HasSubstr("3 processes"));
  EXPECT_THAT(result.out, HasSubstr("\nprocess 2  "));
}

TEST_F(DiscoverCli, NothingIsLeftBehindUnlessAFolderIsNamed) {
  ProgramOptions here;
  here.environment = {{"TMPDIR", folder_.path().string()}};
  cli({"discover", NCU_REGIONS_TEST_RANGES, "empty"}, here);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));

  cli({"discover", "--run", "kept", NCU_REGIONS_TEST_RANGES, "empty"}, here);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "kept/capture.host.jsonl"));
}

TEST_F(DiscoverCli, AFolderWithOtherFilesIsLeftAlone) {
  std::filesystem::create_directories(folder_ / "mine/events");
  write_file(folder_ / "mine/events/file", "mine");

  const ProgramResult refused =
      cli({"discover", "--run", "mine", NCU_REGIONS_TEST_RANGES, "empty"});

  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("is in the way"));
  EXPECT_EQ(read_file(folder_ / "mine/events/file"), "mine");
}

TEST_F(DiscoverCli, WhatAKilledSurveyLeftIsNotMixedIn) {
  cli({"discover", "--run", "r", NCU_REGIONS_TEST_RANGES, "empty"});
  std::filesystem::create_directories(folder_ / "r/events");
  write_file(folder_ / "r/events/1-0.names", "left behind");

  const ProgramResult again = cli({"discover", "--run", "r", NCU_REGIONS_TEST_RANGES, "empty"});

  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("4 regions"));
}

TEST_F(DiscoverCli, AProgramMayTakeAsLongAsItIsTold) {
  const ProgramResult result =
      cli({"discover", "--timeout", "0.1", NCU_REGIONS_TEST_RANGES, "hang"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("was still running after 0.1 s"));
}

TEST_F(DiscoverCli, WrongCallsSayWhatIsExpected) {
  EXPECT_EQ(cli({"discover"}).exit_code, 2);
  EXPECT_THAT(cli({"discover", "--writ", "x", "./p"}).err, HasSubstr("unknown option '--writ'"));
  EXPECT_THAT(cli({"discover", "./no_such_program"}).err, HasSubstr("no program"));
  write_file(folder_ / "w.yaml", "workload:\n  name: t\n");
  EXPECT_THAT(cli({"check", "--workload", "w.yaml"}).err, HasSubstr("has no 'workload.command'"));
  EXPECT_THAT(cli({"check", "--workload", "w.yaml", "--test", "t"}).err,
              HasSubstr("exclude each other"));
}

}  // namespace
}  // namespace ncu_regions
