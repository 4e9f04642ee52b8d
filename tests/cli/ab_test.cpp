// Two builds side by side, two stored runs, and self-tests, under the host profiler.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class AbCli : public CliTest {
 protected:
  // ab of the example network with itself.
  ProgramResult ab(std::vector<std::string> further) {
    std::vector<std::string> args = {
        "ab", "--name", "t", "--base", NCU_REGIONS_TEST_RESNET, "--head", NCU_REGIONS_TEST_RESNET};
    for (const char* region : {"A", "A::A1", "B"}) args.insert(args.end(), {"--region", region});
    args.insert(args.end(), further.begin(), further.end());
    return cli(args);
  }
  std::string word_of(const std::string& region, const std::string& metric) {
    const nlohmann::json outcome = json("verdicts.json");
    for (const auto& verdict : outcome.at("verdicts")) {
      if (verdict.at("declared") == region && verdict.at("metric") == metric) {
        return verdict.at("verdict");
      }
    }
    return "none";
  }
};

TEST_F(AbCli, TheSameProgramPassesAndMoreWorkIsFoundWhereItIs) {
  NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "it is not installed");
  const ProgramResult same = ab({});
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_THAT(same.out, AllOf(HasSubstr("all 9 gates passed"),
                              HasSubstr("1 capture of the new build and 1 of the base")));

  const ProgramResult slower = ab({"--head-arg=--penalty", "--head-arg=A::A1=10"});
  EXPECT_EQ(slower.exit_code, 1) << slower.out << slower.err;
  EXPECT_EQ(word_of("A::A1", kInst), "regressed");
  EXPECT_EQ(word_of("B", kInst), "pass");
  EXPECT_THAT(slower.out, HasSubstr("2 new v 2 of the base captures, declared deterministic"));
  EXPECT_EQ(json("run.json").at("samples").size(), 4u);  // one of each, and once more
}

TEST_F(AbCli, TimesAreJudgedWithFreshCapturesAfterOneThatIsThrownAway) {
  const ProgramResult result = ab(
      {"metrics=[host__cpu_time.sum]", "--budget", "host__cpu_time.sum=1000%", "captures_max=5"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  const nlohmann::json record = json("run.json");
  std::map<std::string, int> phases;
  for (const auto& sample : record.at("samples")) ++phases[sample.at("phase")];
  EXPECT_EQ(phases["warm-up"], 2);
  EXPECT_EQ(phases["screen"], 6);
  EXPECT_EQ(cli({"report", run().string()}).exit_code, 0);
}

TEST_F(AbCli, WhatOnlyOneBuildHasIsSaid) {
  const ProgramResult result =
      cli({"ab", "--name", "t", "--base", NCU_REGIONS_TEST_RANGES, "--head",
           NCU_REGIONS_TEST_RANGES, "--base-arg=exit", "--base-arg=0", "--head-arg=empty",
           "--region", "empty", "--region", "inner", "metrics=[region__instances]"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_EQ(word_of("empty", "region__instances"), "regressed");
  EXPECT_EQ(word_of("inner", "region__instances"), "no_baseline");
  EXPECT_THAT(result.out, HasSubstr("new here: the base build has no value of it"));
}

// A test of a build has two programs; the base is one, and that one is compared.
TEST_F(AbCli, ARegisteredTestIsComparedWithTheProgramThatWasNamed) {
  const ProgramResult result =
      cli({"ab", "--build", NCU_REGIONS_TEST_BUILD, "--test", "shallow_resnet", "--run",
           run().string(), "--base", NCU_REGIONS_TEST_RANGES, "metrics=[region__instances]"});
  EXPECT_NE(result.exit_code, 0) << result.out;
  const ProgramResult same =
      cli({"ab", "--build", NCU_REGIONS_TEST_BUILD, "--test", "shallow_resnet", "--run",
           run().string(), "--base", NCU_REGIONS_TEST_RESNET, "metrics=[region__instances]"});
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  const nlohmann::json record = json("run.json");
  for (const auto& capture : record.at("captures")) {
    EXPECT_EQ(capture.at("argv").at(0), NCU_REGIONS_TEST_RESNET);
  }
}

TEST_F(AbCli, BadBudgetsAreRefusedBeforeAnythingIsMeasured) {
  check({"empty"}, {"empty"}, {"metrics=[region__instances]"});
  for (const char* budget : {"region__instances(C)=3%", "host__sim_l*=3%", "region__instances=2us",
                             "region__instances=info"}) {
    const ProgramResult result =
        check({"empty"}, {"empty"}, {"metrics=[region__instances]", "--budget", budget});
    EXPECT_EQ(result.exit_code, 2) << budget << result.out;
    EXPECT_THAT(result.err, Not(HasSubstr("timing pass"))) << budget;
  }
  EXPECT_TRUE(std::filesystem::exists(run() / "verdicts.json"));  // of the run before
}

TEST_F(AbCli, NeedsTwoPrograms) {
  EXPECT_EQ(cli({"ab", "--base", NCU_REGIONS_TEST_RANGES, "--region", "x"}).exit_code, 2);
  EXPECT_EQ(cli({"ab", "--head", NCU_REGIONS_TEST_RANGES, "--region", "x"}).exit_code, 2);
  const ProgramResult missing =
      cli({"ab", "--base", "/no/such", "--head", NCU_REGIONS_TEST_RANGES, "--region", "x"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("no program /no/such"));
}

TEST_F(AbCli, CpuTimesAloneCannotBeGatedAgainstAStoredBaseline) {
  const ProgramResult result =
      check({"work", "1000"}, {"work"},
            {"metrics=[host__cpu_time.sum]", "--budget", "host__cpu_time.sum=5%"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("'ncu-regions ab'"));
}

TEST_F(AbCli, TwoStoredRunsAreComparedByTheBudgetsOfTheSecond) {
  const auto into = [&](const std::string& name) { return (folder_ / name).string(); };
  const std::string exact = "metrics=[region__instances]";
  check({"empty"}, {"empty", "inner"}, {exact, "--run", into("first")});
  check({"empty"}, {"empty", "inner"}, {exact, "--run", into("same")});
  check({"exit", "0"}, {"empty"}, {exact, "--run", into("fewer")});
  const ProgramResult same = cli({"compare", into("first"), into("same"), "--all"});
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_THAT(same.out, HasSubstr("pass  empty  region__instances: no change"));
  const ProgramResult fewer = cli({"compare", into("first"), into("fewer")});
  EXPECT_EQ(fewer.exit_code, 1) << fewer.out;
  EXPECT_THAT(fewer.out, AllOf(HasSubstr("regressed  empty  region__instances"),
                               HasSubstr("not_measured  outer/inner  region__instances")));
  const ProgramResult allowed =
      cli({"compare", into("first"), into("same"), "--budget", "region__instances(empty)=50%"});
  EXPECT_EQ(allowed.exit_code, 0);
  EXPECT_EQ(cli({"compare", into("first"), into("same"), "--budget", "x(y)=1"}).exit_code, 2);
  EXPECT_EQ(cli({"compare", into("first"), into("nowhere")}).exit_code, 3);
}

TEST_F(AbCli, TwoRunsOfFewCapturesSayHowManyWouldProveSomething) {
  const std::vector<std::string> timed = {"metrics=[host__time_duration.sum,region__instances]",
                                          "--budget", "host__time_duration.sum(work)=0.0001%"};
  const auto with_run = [&](const std::string& name) {
    std::vector<std::string> further = timed;
    further.insert(further.end(), {"--run", (folder_ / name).string()});
    return further;
  };
  check({"work", "1000"}, {"work"}, with_run("first"));
  check({"work", "1000"}, {"work"}, with_run("second"));
  const ProgramResult result =
      cli({"compare", (folder_ / "first").string(), (folder_ / "second").string(), "--all"});
  EXPECT_THAT(result.out, ContainsRegex("3 new v 3 old captures"));
}

TEST_F(AbCli, BudgetsSayWhichLineDecided) {
  write_file(folder_ / "own.yaml",
             "budgets:\n  - {metric: 'host__*', allow: 5 %}\n"
             "  - 'host__inst_executed.sum(A::A1)=1%,warn'\n"
             "limits: ['host__kernel_launches.sum(B)<=4']\n");
  const ProgramResult one = cli({"budgets", "--config", "own.yaml", "--explain", "A/A::A1", kInst});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(ContainsRegex("allow +1 % +<- own.yaml:3"),
                             ContainsRegex("gate +warn +<- own.yaml:3"),
                             ContainsRegex("worse +up +<- conf/metrics.yaml"),
                             HasSubstr("own.yaml:2: host__* in *: allow 5 %")));
  const ProgramResult all =
      cli({"budgets", "--config", "own.yaml", "--region", "B", "--region", "A::A1"});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out, ContainsRegex("B +host__kernel_launches.sum +5 % +both +fail +<= 4"));
  EXPECT_EQ(cli({"budgets", "--config", "own.yaml", "--explain", "A", "hots__x"}).exit_code, 2);
}

TEST_F(AbCli, ASelfTestTellsTheSpreadAndWhatWouldBeSeen) {
  const ProgramResult result =
      cli({"selftest", "--name", "t", "--region", "work", "--captures", "16", "--trials", "50",
           "metrics=[host__cpu_time.sum,region__instances]", "--budget", "host__cpu_time.sum=300%",
           "--", NCU_REGIONS_TEST_RANGES, "work", "1000"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("unchanged code, 16 captures"), ContainsRegex("work +host__cpu_time.sum"),
            HasSubstr("of 50 checks"), HasSubstr("1 further gate"), Not(HasSubstr("GPU"))));
  EXPECT_EQ(cli({"selftest", "--region", "work", "--captures", "10", "--", NCU_REGIONS_TEST_RANGES,
                 "work", "1000"})
                .exit_code,
            2);
}

TEST_F(AbCli, NamesThatWereMistypedGetNoAnswer) {
  const ProgramResult self =
      cli({"selftest", "--name", "t", "--region", "wrok", "--captures", "16",
           "metrics=[host__cpu_time.sum]", "--budget", "host__cpu_time.sum=300%", "--",
           NCU_REGIONS_TEST_RANGES, "work", "1000"});
  EXPECT_EQ(self.exit_code, 3);
  EXPECT_THAT(self.err, HasSubstr("declared and never opened; regions seen: work"));
  const ProgramResult region =
      cli({"budgets", "--region", "step", "--explain", "stp", "region__instances"});
  EXPECT_EQ(region.exit_code, 2);
  EXPECT_THAT(region.err, HasSubstr("did you mean 'step'"));
  const ProgramResult metric =
      check({"empty"}, {"empty"}, {"--budget", "host__inst_exectued.sum=1%"});
  EXPECT_THAT(metric.err, AllOf(HasSubstr("command line: "), HasSubstr("did you mean")));
  const ProgramResult never = check(
      {"empty"}, {"empty"}, {"--limit", "region__instances<=3", "--limit", "region__instances>=5"});
  EXPECT_EQ(never.exit_code, 2);
  EXPECT_THAT(never.err, HasSubstr("at least 5 and at most 3"));
}

TEST_F(AbCli, LimitsAndWaiversOfACheck) {
  write_file(folder_ / "own.yaml",
             "waivers: [{region: empty, reason: known, author: ada, until: 2999-01-31}]\n");
  const std::vector<std::string> limit = {"metrics=[]", "--limit", "region__instances(empty)<=2"};
  const ProgramResult broken = check({"empty"}, {"empty"}, limit);
  EXPECT_EQ(broken.exit_code, 1) << broken.out << broken.err;
  EXPECT_THAT(broken.out, HasSubstr("over_limit  empty  region__instances: 3 instances"));
  std::vector<std::string> waived = limit;
  waived.insert(waived.end(), {"--config", "own.yaml"});
  const ProgramResult result = check({"empty"}, {"empty"}, waived);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("waived (over_limit)  empty  region__instances"));
}

}  // namespace
}  // namespace ncu_regions
