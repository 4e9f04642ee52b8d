// Metrics are asked for by the names that the GPU has, and stored under one.
#include "tests/cli/stand_in_fixture.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kCommon = {"gpu__time_duration", "smsp__inst_executed",
                                          "lts__t_sectors",     "gpc__cycles_elapsed",
                                          "sm__throughput",     "sm__cycles_elapsed"};

class Chips : public StandInTest {
 protected:
  static Json chip(const std::string& name, const std::string& capability,
                   std::vector<std::string> metrics) {
    metrics.insert(metrics.end(), kCommon.begin(), kCommon.end());
    return {{"name", name}, {"compute_capability", capability}, {"metrics", metrics}};
  }
  static Json hopper() {
    return chip("GH100", "9.0", {"dram__bytes_read", "dram__bytes_write", "dram__throughput"});
  }
  static Json blackwell() {
    return chip("GB202", "12.0",
                {"dram__bytes_op_read", "dram__bytes_op_write", "dram__throughput"});
  }
  static Json without_dram() { return chip("GA10B", "8.7", {}); }

  void play_on(const Json& chip) {
    Json scenario = resnet_scenario();
    scenario["chip"] = chip;
    play(std::move(scenario));
  }
  std::string asked_for() const { return words(calls().back(), "--metrics=").front(); }
  Json verdict_of(const std::string& region, const std::string& metric) {
    const Json outcome = json("verdicts.json");
    for (const Json& verdict : outcome.at("verdicts")) {
      if (verdict.at("declared") == region && verdict.at("metric") == metric) return verdict;
    }
    return {};
  }
  Json baseline() const {
    return Json::parse(read_file(folder_ / "baselines/ncu-stand-in-no-gpu/t.default.range.json"));
  }
};

TEST_F(Chips, AskForTheSpellingOfTheChipAndStoreOneName) {
  play_on(blackwell());
  EXPECT_EQ(check_resnet().exit_code, 4);
  EXPECT_THAT(asked_for(),
              AllOf(HasSubstr("dram__bytes_op_read.sum"), HasSubstr("dram__bytes_op_write.sum"),
                    Not(HasSubstr("dram__bytes_read.sum"))));
  ASSERT_EQ(accept().exit_code, 0);
  EXPECT_THAT(baseline().dump(), AllOf(HasSubstr("\"dram__bytes_read.sum\""),
                                       HasSubstr("dram__bytes_read.sum=dram__bytes_op_read.sum")));
  play_on(blackwell());
  const ProgramResult again = check_resnet();
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
  EXPECT_EQ(verdict_of("A", "dram__bytes_read.sum").at("verdict"),
            "noisy");  // compared; two captures prove nothing
  EXPECT_EQ(verdict_of("A", "dram__bytes_op_read.sum"), Json());
  EXPECT_THAT(again.err,
              HasSubstr("dram__bytes_read.sum is measured as dram__bytes_op_read.sum, which is its "
                        "name on this chip (gb202)"));
  EXPECT_EQ(json("run.json").at("metric_names").at("dram__bytes_write.sum"),
            "dram__bytes_op_write.sum");
}

TEST_F(Chips, AReportIsRebuiltWithTheSameNames) {
  play_on(blackwell());
  check_resnet();
  const std::string before = read_file(run() / "regions/report.json");
  EXPECT_EQ(cli({"report", run().string()}).exit_code, 0);
  EXPECT_EQ(read_file(run() / "regions/report.json"), before);
}

TEST_F(Chips, AskForTheUsualNamesWhereTheChipHasThem) {
  play_on(hopper());
  EXPECT_EQ(check_resnet().exit_code, 4);
  EXPECT_THAT(asked_for(), AllOf(HasSubstr("dram__bytes_read.sum"), Not(HasSubstr("_op_"))));
  EXPECT_EQ(json("run.json").at("metric_names"), Json::object());
  EXPECT_THAT(json("run.json").at("notes").dump(), Not(HasSubstr("is measured as")));
}

TEST_F(Chips, ABaselineOfOneSpellingIsNotComparedWithAnother) {
  play_on(blackwell());
  check_resnet();
  ASSERT_EQ(accept().exit_code, 0);
  Json chip = hopper();
  chip["compute_capability"] = "12.0";  // all else is equal
  play_on(chip);
  const ProgramResult other = check_resnet();
  EXPECT_EQ(other.exit_code, 4) << other.out << other.err;
  EXPECT_EQ(verdict_of("A", "dram__bytes_read.sum").at("verdict"), "incomparable");
  EXPECT_THAT(other.out, HasSubstr("metric_names: dram__bytes_read.sum=dram__bytes_op_read.sum"));
}

TEST_F(Chips, ADefaultGateThatTheChipDoesNotHaveIsToldAndNotJudged) {
  play_on(without_dram());
  EXPECT_EQ(check_resnet().exit_code, 4);
  EXPECT_THAT(asked_for(), Not(HasSubstr("dram__")));
  EXPECT_THAT(json("run.json").at("notes").dump(),
              AllOf(HasSubstr("dram__bytes_read.sum is not available on this chip (ga10b): its "
                              "default gate does not hold"),
                    HasSubstr("dram__throughput.avg.pct_of_peak_sustained_elapsed is not available "
                              "on this chip (ga10b): reports do not show it")));
  ASSERT_EQ(accept().exit_code, 0);
  play_on(without_dram());
  const ProgramResult again = check_resnet();
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
  EXPECT_EQ(verdict_of("A", "dram__bytes_read.sum"), Json());
}

TEST_F(Chips, ADeclaredGateThatTheChipDoesNotHaveIsNotMeasured) {
  play_on(without_dram());
  const ProgramResult budget = check_resnet({"--budget", "dram__bytes_read.sum(A)=1%"});
  EXPECT_EQ(budget.exit_code, 3) << budget.out << budget.err;
  EXPECT_EQ(verdict_of("A", "dram__bytes_read.sum").at("verdict"), "not_measured");
  EXPECT_THAT(budget.out, HasSubstr("dram__bytes_read.sum is not available on this chip (ga10b)"));
  play_on(without_dram());
  EXPECT_EQ(check_resnet({"metrics=[lts__t_sectors.sum,dram__bytes_write.sum]"}).exit_code, 3);
}

TEST_F(Chips, AStoredValueOfADefaultGateIsNotForgotten) {
  play_on(hopper());
  check_resnet();
  ASSERT_EQ(accept().exit_code, 0);
  Json chip = without_dram();
  chip["compute_capability"] = "9.0";
  play_on(chip);
  EXPECT_EQ(check_resnet().exit_code, 3);
  EXPECT_THAT(verdict_of("A", "dram__bytes_read.sum").at("reason").get<std::string>(),
              HasSubstr("the baseline has a value for it"));
}

TEST_F(Chips, TheUserMayWriteEitherSpelling) {
  play_on(blackwell());
  const ProgramResult result = check_resnet(
      {"metrics=[dram__bytes_op_read.sum]", "--budget", "dram__bytes_op_read.sum(A)=1%"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_EQ(verdict_of("A", "dram__bytes_read.sum").at("verdict"), "no_baseline");
}

TEST_F(Chips, AGateThatIsDeclaredByAPatternIsNotForgotten) {
  play_on(without_dram());
  const ProgramResult budget = check_resnet({"--budget", "dram__bytes_*.sum(A)=1%"});
  EXPECT_EQ(budget.exit_code, 3) << budget.out << budget.err;
  play_on(without_dram());
  EXPECT_EQ(check_resnet({"--limit", "dram__bytes_*.sum(A)<=1KiB"}).exit_code, 3);
  EXPECT_THAT(verdict_of("A", "dram__bytes_read.sum").at("reason").get<std::string>(),
              Not(HasSubstr("the baseline has a value")));
}

TEST_F(Chips, ThePlanTellsWhatItLeavesOut) {
  play_on(without_dram());
  const ProgramResult plan = cli({"plan", "--name", "t", "--region", "A", "profiler=ncu",
                                  "ncu_cli.replay_mode=range", "--", NCU_REGIONS_TEST_RESNET},
                                 options());
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("dram__bytes_read.sum is not available on this chip (ga10b)"));
}

TEST_F(Chips, TheWorkloadOfTheRepositoryIsMeasuredOnEveryChip) {
  play_on(without_dram());
  const ProgramResult result =
      check_resnet({"--workload", NCU_REGIONS_TEST_WORKLOADS "/shallow_resnet.yaml"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
}

// Two GPUs: which of them the program uses is not known.
TEST_F(Chips, TwoChipsWithTwoSpellingsAreRefusedUnlessOneIsChosen) {
  write_file(folder_ / "ncu",
             "#!/bin/sh\ncase \"$*\" in\n"
             "*--query-metrics*--devices*) head -8 '" +
                 (folder_ / "list").string() + "';;\n*--query-metrics*) cat '" +
                 (folder_ / "list").string() +
                 "';;\n*) exec '" NCU_REGIONS_TEST_STAND_IN "' \"$@\";;\nesac\n");
  std::filesystem::permissions(folder_ / "ncu", std::filesystem::perms::owner_all);
  const std::string rule = "--------- -----\n";
  const std::string table = rule + "Metric Name Type\n" + rule +
                            "gpu__time_duration C\nsmsp__inst_executed C\nlts__t_sectors C\n";
  write_file(folder_ / "list", "Chip ad102\n" + table + "dram__bytes_read C\nChip gb202\n" + table +
                                   "dram__bytes_op_read C\n");
  play(resnet_scenario());
  ProgramOptions two = options();
  two.environment["NCU_REGIONS_NCU"] = (folder_ / "ncu").string();
  const std::vector<std::string> check = {"check",
                                          "--name",
                                          "t",
                                          "profiler=ncu",
                                          "ncu_cli.replay_mode=range",
                                          "--region",
                                          "A",
                                          "metrics=[dram__bytes_read.sum]"};
  std::vector<std::string> any = check;
  any.insert(any.end(), {"--", NCU_REGIONS_TEST_RESNET});
  const ProgramResult refused = cli(any, two);
  EXPECT_EQ(refused.exit_code, 3) << refused.out;
  EXPECT_THAT(refused.err, AllOf(HasSubstr("gb202: dram__bytes_op_read.sum"),
                                 HasSubstr("Choose one of them with device=cuda:0")));
  std::vector<std::string> one = check;
  one.insert(one.end(), {"device=cuda:0", "--", NCU_REGIONS_TEST_RESNET});
  const ProgramResult chosen = cli(one, two);
  EXPECT_EQ(chosen.exit_code, 4) << chosen.out << chosen.err;
}

class DoctorTrial : public StandInTest {
 protected:
  ProgramResult doctor_where(const Json& capture) {
    Json entry = capture;
    entry["run_program"] = false;  // it needs a GPU
    play({{"outside", Json::array({{{"name", "ncu_regions_probe"}}})},
          {"captures", Json::array({entry})}});
    return cli({"doctor"}, options());
  }
};

TEST_F(DoctorTrial, OneKernelIsProfiled) {
  const ProgramResult result = doctor_where(Json::object());
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(testing::StartsWith("GPU: can be measured: "),
                                HasSubstr("; one kernel was profiled"),
                                HasSubstr("one kernel was profiled: 1 us")));
  EXPECT_THAT(words(calls().back(), "--metrics="), testing::ElementsAre("gpu__time_duration.sum"));
}

TEST_F(DoctorTrial, AFailureIsToldWithItsCause) {
  const ProgramResult result =
      doctor_where({{"exit", 9},
                    {"report", "none"},
                    {"log",
                     "==ERROR== Failed to initialize the profiler: LibraryNotLoaded.\n"
                     "==PROF== Trying to shutdown target application\n"}});
  EXPECT_EQ(result.exit_code, 77);
  EXPECT_THAT(result.out, AllOf(testing::StartsWith("GPU: cannot be measured here: "),
                                HasSubstr("ncu cannot profile one small kernel"),
                                HasSubstr("LibraryNotLoaded"), HasSubstr("fix: ")));
}

TEST_F(DoctorTrial, CountersInUseAreNoReasonToSkip) {
  const ProgramResult result = doctor_where(
      {{"exit", 9},
       {"report", "none"},
       {"log", "==ERROR== Profiling failed because a driver resource was unavailable.\n"}});
  EXPECT_THAT(result.out, AllOf(HasSubstr("trial capture       warning"), HasSubstr("dcgmi")));
}

TEST_F(DoctorTrial, AReportWithoutTheTimeIsNoProof) {
  const ProgramResult result =
      doctor_where({{"missing_metrics", Json::array({"gpu__time_duration.sum"})}});
  EXPECT_EQ(result.exit_code, 77);
  EXPECT_THAT(result.out, HasSubstr("gave no gpu__time_duration.sum"));
}

}  // namespace
}  // namespace ncu_regions
