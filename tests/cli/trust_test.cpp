// Programs that got worse in ways that once passed.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

class TrustCli : public CliTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "it is not installed");
  }
  ProgramResult accept(const std::vector<std::string>& further = {}) {
    std::vector<std::string> args = {"accept", "--run", run().string(), "--reason", "why"};
    args.insert(args.end(), further.begin(), further.end());
    return cli(args);
  }
  void accept_baseline(const std::vector<std::string>& mode,
                       const std::vector<std::string>& further = {}) {
    ASSERT_EQ(check(mode, {"hot"}, further).exit_code, 4);
    const ProgramResult result = accept();
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  ProgramResult ab(const std::vector<std::string>& base, const std::vector<std::string>& head,
                   const std::vector<std::string>& further = {}) {
    std::vector<std::string> args = {"ab",
                                     "--name",
                                     "t",
                                     "--region",
                                     "hot",
                                     "--base",
                                     NCU_REGIONS_TEST_RANGES,
                                     "--head",
                                     NCU_REGIONS_TEST_RANGES};
    for (const std::string& arg : base) args.push_back("--base-arg=" + arg);
    for (const std::string& arg : head) args.push_back("--head-arg=" + arg);
    args.insert(args.end(), further.begin(), further.end());
    return cli(args);
  }
  nlohmann::json verdict_of(const std::string& metric) {
    const nlohmann::json outcome = json("verdicts.json");
    for (const auto& verdict : outcome.at("verdicts")) {
      if (verdict.at("metric") == metric) return verdict;
    }
    return nullptr;
  }
  std::string notes() { return json("verdicts.json").at("notes").dump(); }
};

TEST_F(TrustCli, ARegionThatGotAParentIsComparedByItsDeclaredName) {
  accept_baseline({"nested", "hot=1000"});
  const ProgramResult worse = check({"nested", "outer/hot=10000"}, {"hot"});
  EXPECT_EQ(worse.exit_code, 1) << worse.out << worse.err;
  EXPECT_EQ(verdict_of(kInst).at("verdict"), "regressed");
  EXPECT_EQ(verdict_of(kInst).at("moved_from"), "hot");
  EXPECT_THAT(worse.out, HasSubstr("moved from 'hot' to 'outer/hot'"));

  const ProgramResult side_by_side = ab({"nested", "hot=1000"}, {"nested", "outer/hot=10000"});
  EXPECT_EQ(side_by_side.exit_code, 1) << side_by_side.out << side_by_side.err;
  EXPECT_EQ(verdict_of(kInst).at("verdict"), "regressed");
}

TEST_F(TrustCli, AcceptStoresAMovedRegionUnderItsNewPathAlone) {
  accept_baseline({"nested", "hot=1000"});
  const ProgramResult moved = check({"nested", "outer/hot=1000"}, {"hot"});
  EXPECT_EQ(moved.exit_code, 0) << moved.out << moved.err;
  EXPECT_THAT(notes(), HasSubstr("moved from 'hot' to 'outer/hot'"));
  ASSERT_EQ(accept().exit_code, 0);
  const std::string stored = read_file(folder_ / "baselines/host-x86_64/t.default.host.json");
  EXPECT_THAT(stored, AllOf(HasSubstr("\"outer/hot\""), testing::Not(HasSubstr("\"hot\""))));
  EXPECT_EQ(check({"nested", "outer/hot=1000"}, {"hot"}).exit_code, 0);
  EXPECT_THAT(notes(), testing::Not(HasSubstr("moved")));
}

TEST_F(TrustCli, ASecondRangeWithTheLabelDoesNotTakeTheName) {
  accept_baseline({"nested", "outer/hot=1000"});
  for (const ProgramResult& result :
       {check({"nested", "outer/hot=10000", "hot=1"}, {"hot"}),
        ab({"nested", "outer/hot=1000"}, {"nested", "outer/hot=10000", "hot=1"})}) {
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("'outer/hot'"), HasSubstr("'hot'"),
                                  HasSubstr("declare one of them by its full path")));
  }
}

TEST_F(TrustCli, ALabelThatNamesTwoRegionsIsNotMeasured) {
  const ProgramResult result = check({"nested", "a/hot=1", "b/hot=1"}, {"hot"});
  EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("a/hot"), HasSubstr("b/hot")));
}

TEST_F(TrustCli, WhatTheBaselineHasAndNobodyMeasuresAnyMoreIsTold) {
  ASSERT_EQ(check({"nested", "hot=1000", "other=1000"}, {"hot", "other"}).exit_code, 4);
  ASSERT_EQ(accept().exit_code, 0);
  EXPECT_EQ(check({"nested", "hot=1000"}, {"hot"}, {"metrics=[region__instances]"}).exit_code, 0);
  EXPECT_THAT(notes(), AllOf(HasSubstr("the baseline has region 'other'"),
                             HasSubstr("the baseline has values of")));
}

TEST_F(TrustCli, JitterDoesNotHideAChangeOfAnExactMetric) {
  accept_baseline({"nested", "hot=100000"});
  for (int i = 0; i < 3; ++i) {
    const ProgramResult worse = check({"vary", "count.txt", "1000000"}, {"hot"});
    EXPECT_EQ(worse.exit_code, 1) << worse.out << worse.err;
    EXPECT_EQ(verdict_of(kInst).at("verdict"), "regressed");
    EXPECT_EQ(verdict_of(kInst).at("now_samples").size(), 3u);
    EXPECT_THAT(worse.out, HasSubstr("declared deterministic, and varies"));
  }
}

TEST_F(TrustCli, AnExactMetricThatVariesIsToldAtOnceAndStoredAsWhatItIs) {
  EXPECT_EQ(check({"vary", "count.txt", "100000"}, {"hot"}).exit_code, 4);
  EXPECT_THAT(notes(), HasSubstr(kInst + " is declared deterministic, and varies"));
  const ProgramResult stored = accept();
  EXPECT_EQ(stored.exit_code, 0) << stored.out << stored.err;
  EXPECT_THAT(stored.out, AllOf(HasSubstr(kInst + " is declared deterministic and varies ("),
                                HasSubstr("it is stored with its 2 captures")));
  EXPECT_EQ(accept({"--captures", "4", "--all"}).exit_code, 0);
  // Unchanged it is not red, and the report goes on saying that it varies.
  EXPECT_EQ(check({"vary", "count.txt", "100000"}, {"hot"}).exit_code, 0);
  EXPECT_THAT(notes(), HasSubstr(kInst + " is declared deterministic, and varies"));
  const ProgramResult worse = check({"vary", "count.txt", "1000000"}, {"hot"});
  EXPECT_EQ(worse.exit_code, 1) << worse.out << worse.err;
}

TEST_F(TrustCli, MoreInstancesAreMoreWorkWhereInstancesAreNotGated) {
  const std::vector<std::string> twice = {"nested", "hot=10000", "hot=10000"};
  std::vector<std::string> often = {"nested"};
  often.insert(often.end(), 40, "hot=10000");
  accept_baseline(twice);
  EXPECT_EQ(check(often, {"hot"}, {"metrics=[host__inst_executed.sum]"}).exit_code, 1);
  EXPECT_EQ(verdict_of(kInst).at("verdict"), "regressed");
  EXPECT_EQ(check(often, {"hot"}, {"--budget", "region__instances=warn"}).exit_code, 1);
  EXPECT_EQ(verdict_of(kInst).at("verdict"), "regressed");
  EXPECT_EQ(ab(twice, often, {"metrics=[host__inst_executed.sum]"}).exit_code, 1);
  // Where they are, each instance is judged, and the rebuilt report says how many there were.
  EXPECT_EQ(check(often, {"hot"}).exit_code, 1);
  EXPECT_EQ(verdict_of(kInst).at("verdict"), "pass");
  EXPECT_EQ(verdict_of(kInst).at("old_instances"), 2);
  const std::string before = read_file(run() / "regions/report.html");
  ASSERT_EQ(cli({"report", run().string()}).exit_code, 0);
  EXPECT_EQ(read_file(run() / "regions/report.html"), before);
}

TEST_F(TrustCli, ARegionThatWasNeverOpenedFailsItsTestAlsoWhenAllItsGatesWarn) {
  const std::vector<std::string> warn = {"--budget", "*=warn", "metrics=[region__instances]"};
  EXPECT_EQ(check({"nested", "other=1"}, {"hot"}, warn).exit_code, 3);
  EXPECT_EQ(verdict_of("region__instances").at("region_missing"), true);
  const ProgramResult test =
      run_program({NCU_REGIONS_TEST_REGION_TESTS, run().string(), "--region", "hot"});
  EXPECT_EQ(test.exit_code, 3) << test.out << test.err;
  const ProgramResult summary = cli({"summarize", run().string()});
  EXPECT_THAT(summary.out, testing::Not(HasSubstr("1 passed"))) << summary.out;
}

// The first timing and the first counting pass work, every later one fails.
TEST_F(TrustCli, ACaptureThatIsRepeatedAndFailsIsExit3UnlessTheFirstWasRed) {
  accept_baseline({"nested", "hot=1000"});
  for (const auto& [count, exit_code] : {std::pair{"hot=100", 3}, std::pair{"hot=10000", 1}}) {
    const std::string once = (folder_ / ("once-" + std::string(count))).string();
    const fs::path script = folder_ / "program.sh";
    write_file(script, "#!/bin/sh\nmkdir '" + once + "' || mkdir '" + once + ".2' || exit 5\n" +
                           "exec " NCU_REGIONS_TEST_RANGES " nested " + count + "\n");
    fs::permissions(script, fs::perms::owner_all);
    const ProgramResult result =
        cli({"check", "--name", "t", "--region", "hot", "--", script.string()});
    EXPECT_EQ(result.exit_code, exit_code) << count << result.out << result.err;
  }
}

TEST_F(TrustCli, ARegionThatIsCalledLikeAnOptionHasItsTest) {
  for (const std::string region : {"--help", "--gtest_list_tests"}) {
    ASSERT_EQ(cli({"check", "--name", "t", "--region", region, "metrics=[region__instances]", "--",
                   NCU_REGIONS_TEST_RANGES, "nested", "other=1"})
                  .exit_code,
              3);
    const ProgramResult test =
        run_program({NCU_REGIONS_TEST_REGION_TESTS, run().string(), "--region", region});
    EXPECT_EQ(test.exit_code, 3) << test.out << test.err;
  }
}

}  // namespace
}  // namespace ncu_regions
