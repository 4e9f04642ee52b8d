// Every way in which ncu can go wrong, with the stand-in: exit code, message, no process and no
// half-written report left.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/cli/stand_in_fixture.h"
#include "tests/support/ncu_logs.h"

namespace ncu_regions {
namespace {

using fixture::NcuLog;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

class NcuFailures : public StandInTest {
 protected:
  // All captures, or those that `when` names, end like that.
  void play_failure(const NcuLog& log, const Json& when = Json::object(), int times = 0) {
    Json entry = {{"when", when},         {"exit", log.ncu_exit_code}, {"report", "none"},
                  {"log", log.texts.log}, {"out", log.texts.out},      {"err", log.texts.err}};
    if (times > 0) entry["times"] = times;
    play_captures(Json::array({entry}));
  }

  void play_failure(const std::string& name, const Json& when = Json::object()) {
    play_failure(fixture::ncu_log(name), when);
  }

  static std::vector<NcuLog> one_of_each_kind() {
    std::vector<NcuLog> all = fixture::ncu_logs();
    const auto is_same = [](const NcuLog& a, const NcuLog& b) { return a.kind == b.kind; };
    all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
#ifdef NCU_REGIONS_TEST_ONE_OF_EACH  // the other build has played them all
    std::size_t place = 0;
    std::erase_if(all, [&](const NcuLog&) { return place++ % 4 != 0; });
#endif
    return all;
  }

  static std::vector<NcuLog> logs() {
#ifdef NCU_REGIONS_TEST_ONE_OF_EACH
    return one_of_each_kind();
#else
    return fixture::ncu_logs();
#endif
  }
};

TEST_F(NcuFailures, EveryLogEndsTheCheckWithItsMeaning) {
  for (const NcuLog& log : logs()) {
    SCOPED_TRACE(log.name + ": " + log.what);
    play_failure(log);
    const ProgramResult result = check_resnet();
    EXPECT_EQ(result.exit_code, log.check_exit_code) << result.out << result.err;
    EXPECT_THAT(result.out + result.err, AllOf(HasSubstr(log.shows), HasSubstr("what to do: ")));
    EXPECT_THAT(reports(), IsEmpty());
    expect_no_process_left();
  }
}

TEST_F(NcuFailures, WhatMayPassIsTriedAgain) {
  for (const NcuLog& log : logs()) {
    if (!log.action.starts_with("retry")) continue;
    SCOPED_TRACE(log.name + ": " + log.what);
    play_failure(log, Json::object(), 1);
    const ProgramResult result = check_resnet();
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;  // measured; no baseline
    EXPECT_THAT(result.err, HasSubstr("trying again"));
    EXPECT_EQ(calls().size(), 6u);  // the census twice, two samples of two runs
    EXPECT_TRUE(fs::exists(run() / "captures/2-census.failed-1/ncu.log"));
  }
}

// Kernel replay has limits of its own. What is wrong with the machine is no such limit.
TEST_F(NcuFailures, NoFailureOfTheCensusEndsACheckOfRangesThatGoWell) {
  for (const NcuLog& log : one_of_each_kind()) {
    if (log.action == "skip") continue;
    SCOPED_TRACE(log.name + ": " + log.what);
    play_failure(log, {{"census", true}});
    const ProgramResult result = check_resnet();
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
    if (log.action == "retry without locked clocks") continue;  // it goes well without
    EXPECT_THAT(result.err, HasSubstr("kernels were not counted"));
    EXPECT_EQ(value("A", "gpu__time_duration.sum"), 240000);
  }
}

TEST_F(NcuFailures, CountersInUseAreWaitedForThreeTimes) {
  play_failure("counters_in_use_dcgm");
  EXPECT_EQ(check_resnet({"census=false"}).exit_code, 3);
  EXPECT_EQ(calls().size(), 4u);
}

TEST_F(NcuFailures, ClocksThatCannotBeLockedAreLeftAloneAndTheReportSaysSo) {
  play_failure("no_clock_control", {{"clock_control", "base"}});
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(words(calls().back(), "--clock-control="), ElementsAre("none"));
  EXPECT_THAT(read_file(run() / "regions/report.md"),
              HasSubstr("clocks of this GPU cannot be locked"));
}

TEST_F(NcuFailures, ARefusedCallFallsBackOnlyWhenTheSettingsAllowIt) {
  play_failure("unsupported_call", {{"replay_mode", "range"}});
  const ProgramResult no = check_resnet();
  EXPECT_EQ(no.exit_code, 3);
  EXPECT_THAT(no.out + no.err, HasSubstr("fallback=app-range"));

  play_failure("unsupported_call", {{"replay_mode", "range"}});
  const ProgramResult yes = check_resnet({"fallback=app-range", "census_launches_max=5"});
  EXPECT_EQ(yes.exit_code, 4) << yes.out << yes.err;
  EXPECT_THAT(read_file(run() / "regions/report.md"), HasSubstr("kernels were not counted"));
  EXPECT_THAT(yes.out, HasSubstr("replay mode app-range"));
  EXPECT_EQ(json("verdicts.json").at("kind"), "app-range");
  EXPECT_THAT(read_file(run() / "regions/report.md"), HasSubstr("instead of range replay"));
}

TEST_F(NcuFailures, AFallBackDoesNotPassOverABaselineOfRangeReplay) {
  play(resnet_scenario());
  check_resnet();
  ASSERT_EQ(accept().exit_code, 0);
  play_failure("unsupported_call", {{"replay_mode", "range"}});
  const ProgramResult result = check_resnet({"fallback=app-range"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("the baseline is of range captures"));
}

TEST_F(NcuFailures, SiblingsThatCameOutAsOneResultAreMeasuredApart) {
  play_captures(Json::parse(R"([{"when": {"min_includes": 2, "census": false},
                                 "merge_siblings": true}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("measuring its 2 regions apart"));
  // The census, the shared run once, and for each of two samples A, B and A::A1.
  EXPECT_EQ(calls().size(), 8u);
  EXPECT_EQ(value("A", "gpu__time_duration.sum"), 240000);
  EXPECT_EQ(value("B", "gpu__time_duration.sum"), 10000);
}

TEST_F(NcuFailures, ARegionThatIsRefusedAloneIsNotMeasuredAndTheOthersAre) {
  play_captures(
      Json::parse(R"([{"when": {"replay_mode": "range", "includes": 1}, "report": "none"}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("not_measured  A::A1"), HasSubstr("No ranges were profiled")));
  EXPECT_EQ(value("A", "gpu__time_duration.sum"), 240000);
}

TEST_F(NcuFailures, WhenEveryRegionIsRefusedAReportSaysSo) {
  play_captures(Json::parse(R"([{"when": {"replay_mode": "range"}, "report": "none"}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(read_file(run() / "regions/report.md"),
              AllOf(HasSubstr("none of the regions could be measured"),
                    HasSubstr("No ranges were profiled")));
  EXPECT_EQ(cli({"accept", "--run", run().string(), "--reason", "x"}).exit_code, 3);
}

// ncu says it in a warning, and ends with code 0 and a report of the other ranges.
TEST_F(NcuFailures, ARangeThatWasSkippedWithAWarningFallsBackToo) {
  play_captures(Json::parse(R"([{"when": {"replay_mode": "range"}, "drop": 1,
    "log": "==WARNING== Skipping invalid capture range (unsupported call).\n"}])"));
  const ProgramResult result = check_resnet({"fallback=app-range"});
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(json("verdicts.json").at("kind"), "app-range");
  EXPECT_THAT(result.err, Not(HasSubstr("set fallback=app-range")));
}

TEST_F(NcuFailures, ASampleThatFailedDoesNotSpoilTheOthers) {
  play_captures(Json::parse(
      R"([{"when": {"replay_mode": "range", "nth": 1}, "report": "none"},
          {"when": {"replay_mode": "range", "nth": 2}, "unlocked_clocks": true}])"));
  const ProgramResult result =
      check_program({NCU_REGIONS_TEST_RESNET}, {"B"}, {"census=false", "captures=3"});
  EXPECT_THAT(result.out, HasSubstr("clocks not locked")) << result.err;
  EXPECT_EQ(value("B", "gpu__time_duration.sum"), 10000);
}

TEST_F(NcuFailures, ACensusThatFailsLeavesTheRangesAlone) {
  play_captures(Json::parse(R"([{"when": {"census": true}, "report": "none", "exit": 9,
    "log": "==ERROR== Insufficient free memory on the device\n"}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, HasSubstr("kernels were not counted"));
  EXPECT_THAT(read_file(run() / "regions/report.md"), HasSubstr("| not counted |"));
}

TEST_F(NcuFailures, AReportThatCannotBeTrustedIsNotUsed) {
  for (const auto& [report, message] : {std::pair{"none", "were profiled"},
                                        {"truncated", "cannot be used"},
                                        {"garbage", "cannot be used"},
                                        {"empty", "cannot be used"},
                                        {"other_program", "of another program"},
                                        {"no_results", "holds no results"}}) {
    SCOPED_TRACE(report);
    play_captures(Json::array({{{"report", report}}}));
    const ProgramResult result = check_resnet();
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_THAT(result.out + result.err, HasSubstr(message));
    EXPECT_THAT(result.out, Not(HasSubstr("pass")));
  }
}

TEST_F(NcuFailures, AWrongNumberOfResultsIsNoMeasurement) {
  for (const char* change : {"drop", "extra"}) {
    SCOPED_TRACE(change);
    play_captures(Json::array({{{"when", {{"replay_mode", "range"}}}, {change, 1}}}));
    const ProgramResult result = check_resnet();
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_THAT(result.out + result.err, HasSubstr("the survey counted 2 instances"));
  }
}

TEST_F(NcuFailures, APartialReportAfterAnErrorIsDiscarded) {
  play_captures(Json::array({{{"log", "==ERROR== Failed to profile \"range\"\n"}, {"exit", 9}}}));
  EXPECT_EQ(check_resnet().exit_code, 3);
  EXPECT_THAT(reports(), IsEmpty());
}

TEST_F(NcuFailures, AProgramThatFailsIsNotBlamedOnNcu) {
  play(resnet_scenario());
  const ProgramResult result = check_program({NCU_REGIONS_TEST_RANGES, "exit", "5"}, {"empty"}, {});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("exit code 5"));
}

// ncu said that it may not read the counters, after it had found a driver.
TEST_F(NcuFailures, WithAHostBuildTheHostProfilerGoesOn) {
  play_failure("no_permission");
  make_folder(folder_ / "build/ncu-regions");
  const Json test = {{"name", "t"},
                     {"gpu_command", {NCU_REGIONS_TEST_RESNET}},
                     {"host_command", {NCU_REGIONS_TEST_RESNET}},
                     {"args", Json::array()},
                     {"environment", Json::array()},
                     {"working_directory", folder_.path().string()},
                     {"regions", {"A"}},
                     {"preset", "default"},
                     {"config_files", Json::array()},
                     {"overrides", {"metrics=[gpu__time_duration.sum,region__instances]"}},
                     {"lists", Json::object()},
                     {"baselines", (folder_ / "b").string()},
                     {"run", run().string()},
                     {"require_baseline", false},
                     {"allow_incomparable", false},
                     {"require_gpu", false},
                     {"build", {{"compiler", ""}, {"flags_file", ""}}}};
  write_file(folder_ / "build/ncu-regions/tests.json",
             Json{{"schema", 2}, {"tests", Json::array({test})}}.dump());
  const ProgramResult result = cli({"check", "--build", "build", "--test", "t"}, options());
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("going on with the host profiler"));
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("host profiler, not a GPU"), HasSubstr("ERR_NVGPUCTRPERM")));
}

TEST_F(NcuFailures, WithoutADriverNothingIsRun) {
  Json scenario = resnet_scenario();
  scenario["query_metrics"] = {{"exit", 1}, {"out", "==ERROR== Driver could not be loaded.\n"}};
  play(scenario);
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 77);
  EXPECT_THAT(result.out, AllOf(HasSubstr("no NVIDIA driver"), HasSubstr("install the driver")));
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(NcuFailures, AnNcuThatCrashesWhenItIsAskedIsNoReasonToSkip) {
  write_file(folder_ / "ncu",
             "#!/bin/sh\ncase \"$1\" in --version) echo Version 2024.2.0.0;; "
             "*) kill -SEGV $$;; esac\n");
  fs::permissions(folder_ / "ncu", fs::perms::owner_all);
  ProgramOptions crashing = options();
  crashing.environment["NCU_REGIONS_NCU"] = (folder_ / "ncu").string();

  const ProgramResult result =
      cli({"check", "--name", "t", "profiler=ncu", "--region", "A", "--", NCU_REGIONS_TEST_RESNET},
          crashing);

  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.err, HasSubstr("--query-metrics was ended by signal 11"));
}

// ---- processes ----

const char kHangs[] = R"([{"program": "sleep", "daemon": true}])";

TEST_F(NcuFailures, AHangingCaptureIsEndedWithEverythingItStarted) {
  play_captures(Json::parse(kHangs));
  const ProgramResult result = check_resnet({"timeout_s=2", "census=false"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("still running after 2 s"), HasSubstr("TIMEOUT")));
  expect_no_process_left();
  EXPECT_THAT(read_file(run() / "captures/2-range-1/clock-reset/result.txt"),
              HasSubstr("given back"));
}

TEST_F(NcuFailures, ACensusThatHangsIsGivenUpAndTheRangesAreMeasured) {
  play_captures(Json::parse(R"([{"when": {"census": true}, "program": "sleep"}])"));
  const ProgramResult result = check_resnet({"census_timeout_s=0.3"});
  EXPECT_THAT(result.err, HasSubstr("longer than census_timeout_s"));
  EXPECT_EQ(value("A", "gpu__time_duration.sum"), 240000);
  expect_no_process_left();
}

TEST_F(NcuFailures, AnNcuThatIsKilledLeavesNoProgramBehind) {
  play_captures(Json::parse(R"([{"program": "sleep", "daemon": true, "kill_self": 9}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("signal 9"));
  expect_no_process_left();
}

TEST_F(NcuFailures, ACheckThatIsInterruptedEndsEverything) {
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    SCOPED_TRACE(signal);
    play_captures(Json::parse(kHangs));
    const pid_t check = start_check({"census=false"});
    ASSERT_TRUE(fs::exists(folder_ / "pids.json"));
    kill(check, signal);
    const int status = wait_for(check);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    expect_no_process_left();
    EXPECT_THAT(reports(), IsEmpty());
    EXPECT_FALSE(fs::exists(run() / "verdicts.json"));
  }
}

// In the census, in the first range and in a later one.
TEST_F(NcuFailures, AtWhateverMomentItIsKilledNothingIsLeft) {
  for (const int nth : {1, 2, 3}) {
    SCOPED_TRACE(nth);
    play_captures(Json::array({{{"when", {{"nth", nth}}}, {"program", "sleep"}, {"daemon", true}},
                               {{"run_program", false}}}));
    const pid_t check = start_check({"captures=2"});
    kill(check, SIGKILL);
    wait_for(check);
    expect_no_process_left();
    EXPECT_FALSE(fs::exists(run() / "verdicts.json"));
  }
}

TEST_F(NcuFailures, AfterAnInterruptionTheClocksAreGivenBack) {
  play_captures(Json::parse(kHangs));
  const pid_t check = start_check({"census=false"});
  kill(check, SIGTERM);
  wait_for(check);
  EXPECT_THAT(read_file(run() / "captures/2-range-1/clock-reset/result.txt"),
              HasSubstr("given back"));
}

// They may be locked by the user.
TEST_F(NcuFailures, ClocksThatNcuDidNotTouchAreLeftAlone) {
  play_captures(Json::parse(kHangs));
  check_resnet({"timeout_s=2", "census=false", "ncu_cli.clock_control=none"});
  EXPECT_TRUE(fs::exists(run() / "captures/2-range-1/ncu.log"));
  EXPECT_FALSE(fs::exists(run() / "captures/2-range-1/clock-reset"));
}

TEST_F(NcuFailures, WhatIgnoresSigtermIsKilled) {
  play_captures(Json::parse(R"([{"program": "sleep", "ignore_term": true}])"));
  const pid_t check = start_check({"census=false"});
  kill(check, SIGKILL);
  wait_for(check);
  expect_no_process_left();
}

// ---- disk ----

// ncu may write files of 1 KiB only: what it managed to write is no report.
TEST_F(NcuFailures, AFullDiskIsAClearErrorAndNothingIsHalfWritten) {
  play(resnet_scenario());
  const fs::path ncu = folder_ / "small_ncu";
  write_file(ncu, "#!/bin/sh\nulimit -f 6\nexec " NCU_REGIONS_TEST_STAND_IN " \"$@\"\n");
  fs::permissions(ncu, fs::perms::owner_all);
  const ProgramResult result = check_resnet({"ncu_cli.program=" + ncu.string()});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.err, AllOf(HasSubstr("Unable to write to file"), HasSubstr("make room")));
  EXPECT_FALSE(fs::exists(run() / "verdicts.json"));
  EXPECT_THAT(reports(), IsEmpty());
}

// We and the program may write no file of more than 1 KiB.
TEST_F(NcuFailures, ADiskThatIsFullForEverybodyIsAClearErrorToo) {
  play(resnet_scenario());
  const std::vector<std::string> limited = {"/bin/sh",
                                            "-c",
                                            "ulimit -f 2; exec \"$@\"",
                                            "sh",
                                            NCU_REGIONS_TEST_CLI,
                                            "check",
                                            "--name",
                                            "t",
                                            "profiler=ncu",
                                            "--region",
                                            "A",
                                            "--",
                                            NCU_REGIONS_TEST_RESNET};
  const ProgramResult result = run_program(limited, options());
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("no room"));
  EXPECT_FALSE(fs::exists(run() / "verdicts.json"));
}

TEST_F(NcuFailures, AFolderThatCannotBeMadeIsNamed) {
  play(resnet_scenario());
  write_file(folder_ / "file", "x");
  const ProgramResult result = check_resnet({"--run", "file/run"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("file/run"));
}

}  // namespace
}  // namespace ncu_regions
