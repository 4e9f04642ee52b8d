// Whole checks under the stand-in for ncu: what is planned, taken, judged and reported.
#include <algorithm>

#include "tests/cli/stand_in_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

using NcuCheck = StandInTest;

// The intended run: range replay, two sections, three regions, ending in a report.
TEST_F(NcuCheck, MeasuresNestedRegionsInAsManyRunsAsTheyAreDeep) {
  play(resnet_scenario());
  const ProgramResult result = check_resnet({"ncu_cli.sections=[SpeedOfLight,Occupancy]"});

  EXPECT_EQ(result.exit_code, 4) << result.err;  // no baseline yet
  EXPECT_THAT(result.out, HasSubstr("measured by ncu 2024.2.0.0"));
  ASSERT_EQ(calls().size(), 5u);  // the census, and two samples: new exact values are taken twice
  EXPECT_THAT(words(calls()[0], "--launch-count="), ElementsAre("2001"));
  EXPECT_THAT(words(calls()[1], "--nvtx-include="), ElementsAre("[A/", "[B/"));
  EXPECT_THAT(words(calls()[2], "--nvtx-include="), ElementsAre("[A/A::A1/"));
  EXPECT_THAT(words(calls()[1], "--section="), ElementsAre("SpeedOfLight", "Occupancy"));
  EXPECT_EQ(value("A", "gpu__time_duration.sum"), 240000);
  EXPECT_EQ(value("A/A::A1", "gpu__time_duration.sum"), 160000);
  EXPECT_EQ(value("A", "region__kernel_launches"), 10);
  EXPECT_EQ(value("B", "region__instances"), 2);
  const std::string report = read_file(run() / "regions/report.md");
  for (const char* heading :
       {"# NCU Region Reports", "## Selected Sections", "## Selected Metrics", "## Summary",
        "## Sections", "### SpeedOfLight", "### Occupancy", "## Kernels", "## Scopes"}) {
    EXPECT_THAT(report, HasSubstr(heading));
  }
  EXPECT_THAT(report, Not(HasSubstr("host profiler")));
  const Json all = json("regions/report.json");
  for (const auto& region : all.at("regions")) {
    EXPECT_THAT(region.at("source").at("file").get<std::string>(),
                testing::EndsWith("workloads/shallow_resnet/network_impl.cuh"));  // of the survey
    for (const auto& [name, file] : region.at("files").items()) {
      ASSERT_TRUE(file.is_string()) << name;
      EXPECT_TRUE(std::filesystem::exists(run() / "regions" / file.get<std::string>())) << file;
    }
  }
}

// What CTest reserved for the test is all that its program sees, whatever the shell had.
TEST_F(NcuCheck, GivesTheProgramTheGpusOfItsTest) {
  play(resnet_scenario());
  const std::string script = "echo \"$CUDA_VISIBLE_DEVICES\" > '" + (folder_ / "seen").string() +
                             "'; exec '" NCU_REGIONS_TEST_RESNET "'";
  ProgramOptions with = options();
  with.environment["CUDA_VISIBLE_DEVICES"] = "5";
  with.environment["CTEST_RESOURCE_GROUP_COUNT"] = "2";
  with.environment["CTEST_RESOURCE_GROUP_0_GPUS"] = "id:gpu_1a_2b,slots:1";
  with.environment["CTEST_RESOURCE_GROUP_1_GPUS"] = "id:gpu_3c,slots:1";

  const ProgramResult result =
      cli({"check", "--name", "t", "profiler=ncu", "captures=1", "--region", "A", "--region",
           "A::A1", "--region", "B", "ncu_cli.replay_mode=range", "--", "/bin/sh", "-c", script},
          with);

  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(read_file(folder_ / "seen"), "GPU-1a-2b,GPU-3c\n");
}

TEST_F(NcuCheck, RebuildsItsReportsByteForByteAndItsFilesAreValid) {
  play_captures(
      Json::parse(R"([{"when": {"min_includes": 2, "census": false}, "merge_siblings": true}])"));
  check_resnet({"captures=2"});
  std::filesystem::rename(run() / "regions", folder_ / "before");
  EXPECT_EQ(cli({"report", run().string()}).exit_code, 0);
  const ProgramResult same =
      run_program({"diff", "-r", (folder_ / "before").string(), (run() / "regions").string()});
  EXPECT_EQ(same.exit_code, 0) << same.out;
  const ProgramResult valid = run_program(
      {"/usr/bin/python3", NCU_REGIONS_TEST_VALIDATE, NCU_REGIONS_TEST_SCHEMAS, run().string()});
  NCU_REGIONS_SKIP_WITHOUT("jsonschema", valid.exit_code != 77, "python3 cannot import it");
  EXPECT_EQ(valid.exit_code, 0) << valid.out << valid.err;
}

TEST_F(NcuCheck, EverySampleIsStoredAndARegressionIsFound) {
  play(resnet_scenario());
  check_resnet({"captures=2"});
  EXPECT_EQ(calls().size(), 5u);
  const ProgramResult accepted = accept();
  EXPECT_EQ(accepted.exit_code, 0) << accepted.err;
  play(resnet_scenario());
  EXPECT_EQ(check_resnet().exit_code, 0);

  play_captures(Json::parse(
      R"([{"when": {"replay_mode": "range", "includes": 1}, "scale": {"smsp__inst_executed.sum": 1.1}}])"));
  const ProgramResult slower = check_resnet();
  EXPECT_EQ(slower.exit_code, 1) << slower.out << slower.err;
  EXPECT_THAT(slower.out, HasSubstr("regressed  A::A1  smsp__inst_executed.sum"));
}

// What explain.json says of a region, with two launches of `conv` more in it.
class ExplainedNcuCheck : public NcuCheck {
 protected:
  Json explained(const std::string& mode, const std::string& region) {
    const std::vector<std::string> settings = {"ncu_cli.replay_mode=" + mode, "captures=2"};
    play(resnet_scenario());
    check_resnet(settings);
    const ProgramResult accepted = accept();
    EXPECT_EQ(accepted.exit_code, 0) << accepted.err;
    Json more = resnet_scenario();
    more["regions"][1]["kernels"][0]["launches"] = 6;
    play(std::move(more));
    const ProgramResult worse = check_resnet(settings);
    EXPECT_EQ(worse.exit_code, 1) << worse.out << worse.err;
    const Json whole = json("explain.json");
    for (const Json& explanation : whole.at("explanations")) {
      if (explanation.at("region") == region) return explanation;
    }
    return {};
  }
};

TEST_F(ExplainedNcuCheck, KernelRowsAddUpToTheChangeOfEveryMetric) {
  const Json explanation = explained("kernel", "A");

  EXPECT_THAT(explanation.at("reading").dump(), HasSubstr("extra launches of "));
  ASSERT_GE(explanation.at("shares").size(), 2u) << "launches, and at least one counter";
  for (const Json& share : explanation.at("shares")) {
    EXPECT_EQ(share.at("of"), share.at("metric"));
    double sum = share.at("rest");
    for (const Json& kernel : share.at("kernels")) {
      EXPECT_EQ(kernel.at("kernel"), "conv(float *)");
      EXPECT_EQ(kernel.at("launches_now").get<int>() - kernel.at("launches_before").get<int>(), 4);
      sum += kernel.at("contribution").get<double>();
    }
    EXPECT_DOUBLE_EQ(sum, share.at("change").get<double>());
    EXPECT_EQ(share.at("rest"), 0) << "kernel rows are all there is";
  }
}

TEST_F(ExplainedNcuCheck, BesideRangesTheCensusNamesTheKernels) {
  const Json explanation = explained("range", "A/A::A1");

  EXPECT_THAT(explanation.at("reading").dump(), HasSubstr("extra launches of "));
  bool has_launches = false;
  for (const Json& share : explanation.at("shares")) {
    has_launches |= share.at("metric") == "region__kernel_launches" && share.at("change") == 4;
    EXPECT_NE(share.at("of"), "gpu__time_duration.sum") << "the census's time is another quantity";
  }
  EXPECT_TRUE(has_launches) << explanation.dump(1);
}

TEST_F(NcuCheck, KernelReplayTakesOneRunForAllRegions) {
  play(resnet_scenario());
  const ProgramResult result = check_resnet({"ncu_cli.replay_mode=kernel"});

  EXPECT_EQ(result.exit_code, 4) << result.err;
  ASSERT_EQ(calls().size(), 2u);  // each sample is one run
  EXPECT_THAT(words(calls()[0], "--nvtx-include="), ElementsAre("[A/", "[B/"));
  EXPECT_EQ(value("A", "region__kernel_launches"), 10);
  EXPECT_EQ(value("A", "region__instances"), 2);
  EXPECT_THAT(json("verdicts.json").at("kind"), "kernel");
}

TEST_F(NcuCheck, ADeclaredRegionThatTheProgramNeverOpensIsFoundBeforeNcuRuns) {
  play(resnet_scenario());
  const ProgramResult none = check_program({NCU_REGIONS_TEST_RESNET}, {"Z"}, {});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, AllOf(HasSubstr("none of the declared regions"), HasSubstr("A/A::A1")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "calls.log") && !calls().empty());

  const ProgramResult some = check_program({NCU_REGIONS_TEST_RESNET}, {"A", "A::A2"}, {});
  EXPECT_EQ(some.exit_code, 3);
  EXPECT_THAT(some.out, HasSubstr("'A::A2' was declared and never opened"));
  EXPECT_EQ(value("A", "region__instances"), 2);
}

TEST_F(NcuCheck, AnUnknownSectionOrMetricIsSaidBeforeAnythingRuns) {
  play(resnet_scenario());
  const ProgramResult section = check_resnet({"ncu_cli.sections=[SpeedOfLigth]"});
  EXPECT_EQ(section.exit_code, 2);
  EXPECT_THAT(section.err,
              AllOf(HasSubstr("command line"), HasSubstr("did you mean 'SpeedOfLight'")));
  const ProgramResult sass = check_resnet({"ncu_cli.metrics=[inst_executed]"});
  EXPECT_EQ(sass.exit_code, 2);
  EXPECT_THAT(sass.err, HasSubstr("cannot measure in ranges"));
  EXPECT_FALSE(std::filesystem::exists(run() / "captures"));
}

TEST_F(NcuCheck, ALimitOfTheCensusLeavesTheRangesAlone) {
  play(resnet_scenario());
  const ProgramResult result = check_resnet({"census_launches_max=5"});

  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, HasSubstr("more than census_launches_max (5)"));
  EXPECT_EQ(value("A", "gpu__time_duration.sum"), 240000);
  EXPECT_EQ(value("A", "region__kernel_launches"), -1);
  EXPECT_THAT(read_file(run() / "regions/report.md"), HasSubstr("| not counted |"));
  EXPECT_EQ(accept().exit_code, 0);
  EXPECT_EQ(check_resnet({"census_launches_max=5"}).exit_code, 0);
  EXPECT_EQ(check_resnet({"census=false"}).exit_code, 0);
}

// Else more launches would switch off the gate on launches.
TEST_F(NcuCheck, ALimitOfTheCensusHidesNoBaseline) {
  play(resnet_scenario());
  check_resnet({"census_launches_max=12"});
  ASSERT_EQ(accept().exit_code, 0);
  const ProgramResult result = check_resnet({"census_launches_max=11"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, HasSubstr("the baseline has a value for it"));
}

TEST_F(NcuCheck, AnotherSelectionOfKernelsIsAnotherQuantity) {
  play(resnet_scenario());
  check_resnet({"ncu_cli.replay_mode=kernel"});
  ASSERT_EQ(accept().exit_code, 0);
  const ProgramResult result =
      check_resnet({"ncu_cli.replay_mode=kernel", "ncu_cli.kernel_exclude=[conv]"});
  EXPECT_EQ(result.exit_code, 4) << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr("incomparable"), HasSubstr("kernel_exclude")));
}

TEST_F(NcuCheck, UnlockedClocksAreReadFromTheReportItself) {
  play_captures(Json::parse(R"([{"unlocked_clocks": true}])"));
  const ProgramResult result = check_resnet();
  EXPECT_THAT(result.out, HasSubstr("clocks not locked"));
  EXPECT_EQ(json("run.json").at("fingerprint").at("clocks"), "not locked");
}

TEST_F(NcuCheck, AMissingMetricFailsItsGateAndIsNeverZero) {
  play_captures(Json::parse(R"([{"missing_metrics": ["lts__t_sectors.sum"]}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, HasSubstr("not_measured  A  lts__t_sectors.sum"));
  EXPECT_EQ(value("A", "lts__t_sectors.sum"), -1);
}

TEST_F(NcuCheck, ThePlanOfALastSurveyHasLevelsAndCommands) {
  play(resnet_scenario());
  const std::vector<std::string> call = {
      "plan", "--name",   "t",     "profiler=ncu", "ncu_cli.replay_mode=range", "--region",
      "A",    "--region", "A::A1", "--",           NCU_REGIONS_TEST_RESNET};
  const ProgramResult before = cli(call, options());
  EXPECT_EQ(before.exit_code, 0) << before.err;
  EXPECT_THAT(before.out, AllOf(HasSubstr("level unknown"), HasSubstr("at least"),
                                HasSubstr("--nvtx-include=A::A1/")));
  check_resnet();
  const std::size_t made = calls().size();
  const ProgramResult after = cli(call, options());
  EXPECT_THAT(after.out, AllOf(HasSubstr("A/A::A1                  run 2, 2 instances"),
                               HasSubstr("'--nvtx-include=[A/A::A1/'"),
                               HasSubstr("ncu is started 7 times for 3 samples, and again"),
                               HasSubstr("mkdir -p ")));
  EXPECT_EQ(calls().size(), made);
}

TEST_F(NcuCheck, APlanGoesOnWithoutARunThatItCannotRead) {
  play(resnet_scenario());
  check_resnet();
  for (const char* file : {"run.json", "captures/1-survey/capture.host.jsonl"}) {
    write_file(run() / file, "{\"schema\": 1}\n");
    const ProgramResult plan =
        cli({"plan", "--name", "t", "profiler=ncu", "--region", "A", "--", NCU_REGIONS_TEST_RESNET},
            options());
    EXPECT_EQ(plan.exit_code, 0) << plan.err;
    EXPECT_THAT(plan.out, HasSubstr("no check has surveyed the program yet"));
    std::filesystem::remove(run() / "run.json");
  }
}

TEST_F(NcuCheck, ThePlanExplainsWhereEachValueCameFrom) {
  play(resnet_scenario());
  write_file(folder_ / "own.yaml", "# mine\nncu_cli:\n  clock_control: none\n");
  const ProgramResult plan =
      cli({"plan", "--explain", "--config", "own.yaml", "profiler=ncu", "captures=3", "~timeout_s",
           "--region", "A", "--", NCU_REGIONS_TEST_RESNET},
          options());
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, testing::ContainsRegex("ncu_cli.clock_control: none +# own.yaml:3"));
  EXPECT_THAT(plan.out, testing::ContainsRegex("captures: 3 +# command line"));
  EXPECT_THAT(plan.out, testing::ContainsRegex("timeout_s: 300 +# .*defaults.yaml:[0-9]+"));
}

TEST_F(NcuCheck, BaselinesAreKeptByTheNameOfTheGpuAndTheKindOfCapture) {
  play(resnet_scenario());
  const ProgramResult result = check_resnet();
  EXPECT_THAT(result.out, AllOf(HasSubstr("on ncu stand-in, no GPU"),
                                HasSubstr("baselines/ncu-stand-in-no-gpu/t.default.range.json")));
}

// What nvidia-smi says before and after each capture is kept, and what disturbs is said.
TEST_F(NcuCheck, AThrottleAndAForeignProcessAreNotes) {
  play(resnet_scenario());
  make_folder(folder_ / "bin");
  write_file(folder_ / "bin/nvidia-smi",
             "#!/bin/sh\ncase \"$*\" in\n"
             "*--query-gpu=*) echo '0, GPU-12, Some GPU, 550.1, 83, 1410, 9501, 350.00, Enabled, "
             "Disabled, 0x0000000000000020';;\n"
             "*) echo '4242, /usr/bin/other <b>tool, GPU-12';;\nesac\n");
  std::filesystem::permissions(folder_ / "bin/nvidia-smi", std::filesystem::perms::owner_all);
  ProgramOptions with = options();
  with.environment["PATH"] = (folder_ / "bin").string() + ":" + std::getenv("PATH");
  cli({"check", "--name", "t", "profiler=ncu", "ncu_cli.replay_mode=range", "--region", "A", "--",
       NCU_REGIONS_TEST_RESNET},
      with);
  const Json gpu = json("run.json").at("captures").at(1).at("gpus_before").at(0);
  EXPECT_EQ(gpu.at("temperature_c"), "83");
  EXPECT_EQ(gpu.at("uuid"), "GPU-12");
  const std::string report = read_file(run() / "regions/report.md");
  EXPECT_THAT(report, AllOf(HasSubstr("was slowed down"), HasSubstr("used by another process too"),
                            Not(HasSubstr("<b>"))));
}

}  // namespace
}  // namespace ncu_regions
