// Help, version and wrong calls.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

using UsageCli = CliTest;

TEST_F(UsageCli, VersionHasTheCommit) {
  const ProgramResult result = cli({"--version"});

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, testing::MatchesRegex("ncu-regions [0-9]+\\.[0-9]+\\.[0-9]+ \\(.+\\)\n"));
}

TEST_F(UsageCli, HelpIsThePageOfTheDocumentation) {
  for (const std::string command : {"check", "profile", "report", "show", "accept"}) {
    const ProgramResult result = cli({command, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, read_file(std::string(NCU_REGIONS_TEST_PAGES) + "/" + command + ".md"));
  }
  EXPECT_THAT(cli({"--help"}).out, HasSubstr("| exit code | meaning |"));
}

TEST_F(UsageCli, WrongCallsAreExit2WithOneMessage) {
  struct Case {
    std::vector<std::string> args;
    std::string message;
  };
  const Case cases[] = {
      {{}, "subcommand is required"},
      {{"chekc"}, "did you mean 'check'"},
      {{"check", "--region", "A", "--", "/no/such/program"}, "build it first"},
      {{"check"}, "nothing to run"},
      {{"check", "--", "/bin/true"}, "no region was declared"},
      {{"check", "--region", "A/", "--", "/bin/true"}, "empty label"},
      {{"check", "--region", "A", "--", "no-such-program"}, "no program 'no-such-program'"},
      {{"check", "--region", "A", "proflier=host", "--", "/bin/true"}, "did you mean 'profiler'"},
      {{"check", "--test", "x"}, "tests.json: no such file"},
      {{"check", "--test", "x", "--region", "A"}, "leave out"},
      {{"check", "--name", "../x", "--region", "A", "--", "/bin/true"}, "plain file name"},
      {{"check", "--nonsense"}, "--nonsense"},
      {{"accept", "--run", "x"}, "--reason"},
      {{"accept", "--run", "x", "--reason", " "}, "needs --reason"},
      {{"report"}, "run"},
  };
  for (const Case& wrong : cases) {
    const ProgramResult result = cli(wrong.args);
    EXPECT_EQ(result.exit_code, 2) << testing::PrintToString(wrong.args) << result.err;
    EXPECT_THAT(result.err, HasSubstr(wrong.message));
    EXPECT_EQ(result.out, "");
  }
  EXPECT_FALSE(std::filesystem::exists(run() / "verdicts.json"));
}

TEST_F(UsageCli, ARegionTestWithoutOutcomeOrCaseIsExit3) {
  const std::string program = NCU_REGIONS_TEST_REGION_TESTS;
  EXPECT_EQ(run_program({program, run().string(), "--region", "empty"}).exit_code, 3);
  EXPECT_EQ(run_program({program}).exit_code, 2);
  EXPECT_EQ(run_program({program, "--help"}).exit_code, 0);

  check({"empty"}, {"empty"}, {"metrics=[region__instances,host__kernel_launches.sum]"});
  const std::string folder = run().string();
  EXPECT_EQ(run_program({program, folder, "--region", "empty"}).exit_code, 77);
  EXPECT_EQ(run_program({program, folder, "--region", "other"}).exit_code, 3);
  EXPECT_EQ(run_program({program, folder, "--region", "empty", "--gtest_filter=no*"}).exit_code, 3);
}

TEST_F(UsageCli, ArgumentsThatAreNotTextAreRecordedAsSuch) {
  const ProgramResult result = check({"empty", "\xff"}, {"empty"}, {"metrics=[region__instances]"});

  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(json("run.json").at("fingerprint").at("arguments"), "empty \\xff");
}

TEST_F(UsageCli, ARunThatIsNotThereIsExit3) {
  for (const char* command : {"report", "show"}) {
    EXPECT_EQ(cli({command, "no-run"}).exit_code, 3);
  }
  EXPECT_EQ(cli({"accept", "--run", "no-run", "--reason", "x"}).exit_code, 3);
  EXPECT_EQ(cli({"report", "--print-path", "no-run"}).exit_code, 77);
}

TEST_F(UsageCli, ABrokenBaselineIsExit4AndIsLeftAlone) {
  make_folder(folder_ / "baselines/host-x86_64");
  const std::filesystem::path file = folder_ / "baselines/host-x86_64/t.default.host.json";
  write_file(file, "{ broken");

  const ProgramResult result = check({"empty"}, {"empty"}, {"metrics=[region__instances]"});

  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, HasSubstr("is not JSON"));
  EXPECT_EQ(read_file(file), "{ broken");
}

TEST_F(UsageCli, APartialRunIsNotAccepted) {
  check({"empty"}, {"empty", "missing"}, {"metrics=[region__instances]"});

  const ProgramResult result = cli({"accept", "--run", run().string(), "--reason", "x"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("'missing'"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "baselines"));
}

TEST_F(UsageCli, ADryRunWritesNothing) {
  check({"empty"}, {"empty"}, {"metrics=[region__instances]"});

  const ProgramResult result =
      cli({"accept", "--run", run().string(), "--reason", "x", "--dry-run"});

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("nothing was written"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "baselines"));
}

TEST_F(UsageCli, MetricsWithoutAGateAreRefusedBeforeAnythingRuns) {
  const ProgramResult result =
      check({"empty"}, {"empty"}, {"metrics=[host__cpu_time.sum,host__time_duration.sum]"});

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, testing::HasSubstr("has a gate: a check of nothing would always pass"));
}

TEST_F(UsageCli, AProgramWithoutDashesIsNotTakenForASetting) {
  const ProgramResult result = cli({"check", "--region", "a", "./solver"});

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, testing::HasSubstr("a program stands after '--'"));
}

}  // namespace
}  // namespace ncu_regions
