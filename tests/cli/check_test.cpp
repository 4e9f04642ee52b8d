// Whole programs under the host profiler.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using CheckCli = CliTest;

TEST_F(CheckCli, TheFirstRunHasNoBaselineAndSaysHowToAcceptOne) {
  const ProgramResult result = check({"empty"}, {"empty"}, {"metrics=[region__instances]"});

  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("host profiler, not a GPU"), HasSubstr("no baseline"),
                                HasSubstr("/ncu-regions accept --run")));
  EXPECT_EQ(value("empty", "region__instances"), 3);
}

TEST_F(CheckCli, AcceptThenCheckPassesAndAChangeRegresses) {
  const std::vector<std::string> exact = {"metrics=[region__instances,host__kernel_launches.sum]"};
  check({"empty"}, {"empty", "inner"}, exact);
  const std::string run_folder = run().string();
  const ProgramResult accepted = cli({"accept", "--run", run_folder, "--reason", "first"});
  EXPECT_EQ(accepted.exit_code, 0) << accepted.err;
  EXPECT_THAT(accepted.out,
              AllOf(testing::ContainsRegex("outer/inner +region__instances +none +1 instances"),
                    HasSubstr("git add")));

  EXPECT_EQ(check({"empty"}, {"empty", "inner"}, exact).exit_code, 0);
  const ProgramResult changed = check({"exit", "0"}, {"empty"}, exact);
  EXPECT_EQ(changed.exit_code, 1) << changed.err;
  EXPECT_THAT(changed.out, HasSubstr("regressed  empty  region__instances"));
}

TEST_F(CheckCli, ADeclaredRegionThatIsNeverOpenedIsExit3AndTheOthersKeepTheirVerdicts) {
  check({"empty"}, {"empty"}, {"metrics=[region__instances]"});
  cli({"accept", "--run", run().string(), "--reason", "first"});

  const ProgramResult result =
      check({"empty"}, {"empty", "missing"}, {"metrics=[region__instances]"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, AllOf(HasSubstr("not_measured  missing"),
                                HasSubstr("regions seen: empty, outer, outer/inner")));
  EXPECT_EQ(json("verdicts.json").at("verdicts").at(0).at("verdict"), "pass");
}

TEST_F(CheckCli, NothingMeasuredIsNeverAPassAndNeverASkip) {
  struct Case {
    std::vector<std::string> mode;
    std::string message;
  };
  for (const Case& odd :
       {Case{{"none"}, "never loaded the NVTX injection library"},
        Case{{"nvtx-only"}, "opened no region at all"},
        Case{{"exit", "77"}, "exit code 77, expected 0"},
        Case{{"exit", "1"}, "exit code 1, expected 0"}, Case{{"many-abort"}, "signal 6"}}) {
    for (const char* command : {"check", "profile"}) {
      const ProgramResult result =
          cli({command, "--name", "t", "--region", "empty", "metrics=[region__instances]", "--",
               NCU_REGIONS_TEST_RANGES, odd.mode[0], odd.mode.size() > 1 ? odd.mode[1] : ""});
      EXPECT_EQ(result.exit_code, 3) << odd.mode[0];
      EXPECT_THAT(result.out + result.err, HasSubstr(odd.message));
    }
  }
}

TEST_F(CheckCli, AProgramThatHangsIsEndedAtItsTimeout) {
  const ProgramResult result = check({"hang"}, {"empty"}, {"timeout_s=0.3"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("still running after 0.3 s"));
}

TEST_F(CheckCli, AFailedRunLeavesNoOldOutcomeBehindAndKeepsTheLastGoodOne) {
  const std::vector<std::string> exact = {"metrics=[region__instances]"};
  check({"empty"}, {"empty"}, exact);
  ASSERT_TRUE(std::filesystem::exists(run() / "verdicts.json"));

  EXPECT_EQ(check({"empty"}, {"empty"}, {"metrcs=[x]"}).exit_code, 2);  // a typo costs nothing
  EXPECT_TRUE(std::filesystem::exists(run() / "verdicts.json"));
  EXPECT_EQ(cli({"profile", "--name", "t", "--region", "empty", "metrcs=[x]", "--", "/bin/true"})
                .exit_code,
            2);  // in ctest nobody may take the old outcome for the new one
  EXPECT_FALSE(std::filesystem::exists(run() / "verdicts.json"));
  EXPECT_EQ(check({"exit", "1"}, {"empty"}, exact).exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(run() / "verdicts.json"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "ncu-regions/t.previous/verdicts.json"));
}

TEST_F(CheckCli, AFolderThatIsNotARunIsNeverMovedOrDeleted) {
  make_folder(folder_ / "mine");
  write_file(folder_ / "mine/file", "content");

  const ProgramResult result = check({"empty"}, {"empty"}, {"--run", (folder_ / "mine").string()});

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("is not a run folder"));
  EXPECT_EQ(read_file(folder_ / "mine/file"), "content");
}

TEST_F(CheckCli, AFolderThatIsNotARunIsStillNoneAfterItWasRefused) {
  const std::filesystem::path mine = folder_ / "mine";
  make_folder(mine / "captures");  // as a project may well have
  write_file(mine / "error.txt", "mine, too");
  write_file(mine / "run.json", "{}");
  make_folder(mine / "source");
  for (int i = 0; i < 3; ++i) {
    const ProgramResult result = check({"empty"}, {"empty"}, {"--run", mine.string()});
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr("is not a run folder"));
  }
  EXPECT_EQ(read_file(mine / "error.txt"), "mine, too");
  EXPECT_TRUE(std::filesystem::exists(mine / "source"));

  std::filesystem::remove_all(mine);
  make_folder(mine / "source");
  check({"empty"}, {"empty"}, {"--run", mine.string()});
  EXPECT_FALSE(std::filesystem::exists(mine / "error.txt"));
}

TEST_F(CheckCli, WhatAKilledRunLeftIsNotInTheWay) {
  make_folder(run());
  write_file(run() / "run.json", "{");

  EXPECT_EQ(check({"empty"}, {"empty"}, {"metrics=[region__instances]"}).exit_code, 4);
  EXPECT_EQ(value("empty", "region__instances"), 3);
}

TEST_F(CheckCli, ThreadsUseUpNoDescriptors) {
  const ProgramResult result = run_program(
      {"/bin/sh", "-c",
       "ulimit -n 64; exec " NCU_REGIONS_TEST_CLI " check --name t --region thread --run " +
           run().string() +
           " 'metrics=[region__instances]' -- " NCU_REGIONS_TEST_RANGES " threads 400"},
      {folder_.path(), {}});

  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(value("thread", "region__instances"), 400);
}

TEST_F(CheckCli, EachProcessHasItsOwnValuesAndCountsAdd) {
  check({"forks"}, {"thread"}, {"metrics=[region__instances]"});

  EXPECT_EQ(value("thread", "region__instances"), 3);
  const nlohmann::json report = json("regions/report.json");
  ASSERT_EQ(report.at("scopes").size(), 3u);
  for (const auto& scope : report.at("regions").at(0).at("scopes")) {
    EXPECT_EQ(scope.at("instances"), 1);
  }
  EXPECT_THAT(read_file(run() / "regions/report.md"), HasSubstr("| `thread` | process 2 |"));
}

TEST_F(CheckCli, AProcessIsCalledByTheRankThatItsLauncherGaveIt) {
  ProgramOptions ranked;
  ranked.environment = {{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"}};
  const ProgramResult result = check({"empty"}, {"empty"}, {}, ranked);

  EXPECT_EQ(result.exit_code, 4) << result.out;  // measured in both passes, no baseline
  EXPECT_EQ(json("regions/report.json").at("scopes").at(0).at("name"), "rank 3");
}

TEST_F(CheckCli, EveryEntryPointOfNvtxLandsOnTheRightStack) {
  check({"entry-points"}, {"a"}, {"metrics=[region__instances]"});

  for (const char* region : {"a", "a/ex", "a/ex/null domain", "own@registered"}) {
    EXPECT_EQ(value(region, "region__instances"), 1) << region;
  }
}

TEST_F(CheckCli, OddNamesAreMeasuredAndStayText) {
  const ProgramResult result =
      check({"odd-names"}, {"a|b`c", "wide ü", "no such"}, {"metrics=[region__instances]"});

  EXPECT_EQ(value("a|b`c", "region__instances"), 1);
  EXPECT_EQ(value("wide ü", "region__instances"), 1);
  EXPECT_EQ(value("..\\/..\\/etc", "region__instances"), 1);
  EXPECT_EQ(value("\\\\xff\\\\xfe", "region__instances"), 1);
  EXPECT_THAT(result.out, Not(HasSubstr("<CTestMeasurementFile")));
  EXPECT_THAT(read_file(run() / "regions/report.md"), HasSubstr("`new\\x0aline`"));
}

TEST_F(CheckCli, EventsSurviveExitWithoutCleanUp) {
  check({"many-exit"}, {"again"}, {"metrics=[region__instances]"});

  EXPECT_EQ(value("again", "region__instances"), 10000);
}

TEST_F(CheckCli, UnbalancedRangesAreNotedNotLost) {
  check({"unbalanced"}, {"left open"}, {"metrics=[region__instances]"});

  EXPECT_EQ(value("left open", "region__instances"), 1);
  const std::string report = read_file(run() / "regions/report.md");
  EXPECT_THAT(report, HasSubstr("1 pops without a push, or ends without a start, were left out"));
  EXPECT_THAT(report, HasSubstr("1 ranges were still open when their thread ended"));
}

TEST_F(CheckCli, ReportsAreRebuiltByteForByteFromTheRunFolderAlone) {
  check({"empty"}, {"empty", "inner"});
  const std::string markdown = read_file(run() / "regions/report.md");
  const std::string report = read_file(run() / "regions/report.json");
  std::filesystem::remove_all(run() / "regions");

  EXPECT_EQ(cli({"report", "ncu-regions/t/"}).exit_code, 0);  // however the folder is named

  EXPECT_EQ(read_file(run() / "regions/report.md"), markdown);
  EXPECT_EQ(read_file(run() / "regions/report.json"), report);
}

TEST_F(CheckCli, ShowPrintsTheTreeOfARunAndOfACapture) {
  check({"empty"}, {"empty"}, {"metrics=[region__instances]"});

  for (const std::filesystem::path& path :
       {run(), run() / "captures/1-host-time/capture.host.jsonl"}) {
    const ProgramResult result = cli({"show", path.string()});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("\n  outer/inner  "));
  }
}

}  // namespace
}  // namespace ncu_regions
