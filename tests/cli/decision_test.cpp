// How many captures a check takes under ncu, of what, and what comes of them.
#include "tests/cli/stand_in_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class Decisions : public StandInTest {
 protected:
  // Region A::A1 takes so much longer, in every capture of range replay.
  void play_slower(double factor) {
    Json entry = {{"when", {{"replay_mode", "range"}, {"includes", 1}}},
                  {"scale", {{"gpu__time_duration.sum", factor}}}};
    play_captures(Json::array({entry}));
  }
  void accept_ten() {
    play(resnet_scenario());
    check_resnet({"captures=10"});
    const ProgramResult accepted = accept({});
    ASSERT_EQ(accepted.exit_code, 0) << accepted.err;
  }
  Json verdict_of(const std::string& region, const std::string& metric) {
    const Json outcome = json("verdicts.json");
    for (const Json& verdict : outcome.at("verdicts")) {
      if (verdict.at("declared") == region && verdict.at("metric") == metric) return verdict;
    }
    return {};
  }
  std::vector<Json> samples(const std::string& phase) {
    std::vector<Json> found;
    const Json record = json("run.json");
    for (const Json& sample : record.at("samples")) {
      if (sample.at("phase") == phase) found.push_back(sample);
    }
    return found;
  }
};

TEST_F(Decisions, UnchangedCodeTakesThreeCapturesAndNoMore) {
  accept_ten();
  play(resnet_scenario());
  const ProgramResult result = check_resnet({"captures=3"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_EQ(calls().size(), 7u);  // the census, and two levels three times
  EXPECT_THAT(result.out, AllOf(HasSubstr("all 21 gates passed"), HasSubstr("3 captures")));
}

TEST_F(Decisions, ASuspicionIsConfirmedInItsRegionAlone) {
  accept_ten();
  play_slower(1.2);
  const ProgramResult result = check_resnet({"captures=3"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("regressed  A::A1  gpu__time_duration.sum: +20.00 %"),
                                HasSubstr("stored baseline, not confirmed side by side"),
                                Not(HasSubstr("regressed  B"))));
  // Twelve tests that vary share the level: five fresh captures against ten stored ones.
  EXPECT_THAT(samples("fresh"), SizeIs(5));
  for (const Json& sample : samples("fresh")) EXPECT_EQ(sample.at("regions"), Json({"A::A1"}));
  EXPECT_EQ(calls().size(), 7u + 5u);
  const Json evidence = verdict_of("A::A1", "gpu__time_duration.sum").at("evidence");
  EXPECT_EQ(evidence.at("n_baseline"), 10);
  EXPECT_EQ(evidence.at("n_now"), 5);
  EXPECT_EQ(evidence.at("beyond_all"), 5);
  EXPECT_EQ(evidence.at("family"), 12);
  EXPECT_NEAR(evidence.at("level"), 0.01 / 24, 1e-12);
}

TEST_F(Decisions, AStoredBaselineDoesNotTellFourPercentFromAnotherSession) {
  accept_ten();
  play_slower(1.04);
  const ProgramResult result = check_resnet({"captures=3"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("suspect  A::A1  gpu__time_duration.sum"));
  EXPECT_THAT(samples("fresh"), SizeIs(10));
  play_slower(1.04);
  EXPECT_EQ(check_resnet({"captures=3", "fail_on=[suspect]"}).exit_code, 3);
}

TEST_F(Decisions, CapsOnCapturesAndTimeLeaveItUndecided) {
  accept_ten();
  play_slower(1.2);
  const ProgramResult none = check_resnet({"captures=3", "confirm_s=0"});
  EXPECT_EQ(none.exit_code, 0) << none.out;
  EXPECT_THAT(none.out, HasSubstr("suspect  A::A1  gpu__time_duration.sum"));
  EXPECT_THAT(none.err, HasSubstr("(confirm_s)"));
  EXPECT_THAT(samples("fresh"), SizeIs(0));
  play_slower(1.2);
  check_resnet({"captures=3", "captures_max=4"});
  EXPECT_EQ(verdict_of("A::A1", "gpu__time_duration.sum").at("verdict"), "suspect");
}

TEST_F(Decisions, AFreshCaptureThatFailsIsLeftOutAndAnotherOneTaken) {
  accept_ten();
  play_captures(Json::parse(R"([
    {"when": {"nth": 9}, "kill_self": 9},
    {"when": {"replay_mode": "range", "includes": 1}, "scale": {"gpu__time_duration.sum": 1.2}}])"));
  const ProgramResult result = check_resnet({"captures=3"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("a fresh capture failed and is left out"));
  EXPECT_EQ(calls().size(), 7u + 6u);
  EXPECT_EQ(cli({"report", run().string()}).exit_code, 0);  // its files are those of good captures
}

TEST_F(Decisions, SideBySideNeedsNoBaselineAndTakesTurns) {
  Json entry = {{"when", {{"replay_mode", "range"}, {"argument", "--penalty"}, {"includes", 1}}},
                {"scale", {{"gpu__time_duration.sum", 1.05}}}};
  play_captures(Json::array({entry}));
  const ProgramResult result =
      cli({"ab", "--name", "t", "profiler=ncu", "ncu_cli.replay_mode=range", "--base",
           NCU_REGIONS_TEST_RESNET, "--head", NCU_REGIONS_TEST_RESNET, "--head-arg=--penalty",
           "--head-arg=A::A1=40", "--region", "A::A1"},
          options());
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("regressed  A::A1  gpu__time_duration.sum: +5.00 %"),
                                HasSubstr("5 new v 5 of the base captures side by side"),
                                HasSubstr("1 suspicion")));
  std::vector<std::string> turns;
  const Json record = json("run.json");
  for (const Json& sample : record.at("samples")) {
    turns.push_back(sample.at("side").get<std::string>().substr(0, 1));
  }
  const std::vector<std::string> abba = {"b", "h", "h", "b", "b", "h", "h", "b",
                                         "b", "h", "h", "b", "b", "h", "h", "b"};
  EXPECT_EQ(turns, abba);
  EXPECT_EQ(json("verdicts.json").at("mode"), "side_by_side");
  EXPECT_EQ(cli({"report", run().string()}).exit_code, 0);
}

TEST_F(Decisions, AnotherMajorVersionOrClocksOrDeviceIsIncomparable) {
  accept_ten();
  Json newer = resnet_scenario();
  newer["version"] = "2025.1.0.0";
  play(newer);
  const ProgramResult version = check_resnet();
  EXPECT_EQ(version.exit_code, 4) << version.out;
  EXPECT_THAT(version.out, AllOf(HasSubstr("incomparable"), HasSubstr("ncu_major: 2024 -> 2025")));
  play_captures(Json::parse(R"([{"unlocked_clocks": true}])"));
  const ProgramResult clocks = check_resnet();
  EXPECT_EQ(clocks.exit_code, 4);
  EXPECT_THAT(clocks.out, HasSubstr("clocks: locked -> not locked"));
  EXPECT_EQ(verdict_of("A", "smsp__inst_executed.sum").at("verdict"),
            "pass");  // clocks are nothing to it
  const std::filesystem::path file = folder_ / "baselines/ncu-stand-in-no-gpu/t.default.range.json";
  std::string text = read_file(file);
  const std::string gpu = "\"gpu\":\"ncu stand-in, no GPU\"";
  ASSERT_NE(text.find(gpu), std::string::npos);
  write_file(file, text.replace(text.find(gpu), gpu.size(), "\"gpu\":\"another\""));
  play(resnet_scenario());
  const ProgramResult device = check_resnet();
  EXPECT_EQ(device.exit_code, 4);
  EXPECT_THAT(device.out, HasSubstr("gpu: another -> ncu stand-in, no GPU"));
  play(resnet_scenario());
  check_resnet({"ncu_cli.replay_mode=kernel"});
  EXPECT_EQ(verdict_of("A", "gpu__time_duration.sum").at("verdict"),
            "no_baseline");  // kinds are apart
}

TEST_F(Decisions, ADeletedRegionAndAVanishedMetricAreExit3WithABaseline) {
  accept_ten();
  play(resnet_scenario());
  EXPECT_EQ(check_program({NCU_REGIONS_TEST_RESNET}, {"A", "gone"}, {}).exit_code, 3);
  play_captures(Json::parse(R"([{"missing_metrics": ["dram__bytes_read.sum"]}])"));
  EXPECT_EQ(check_resnet().exit_code, 3);
  play_captures(Json::parse(R"([{"report": "no_results"}])"));
  EXPECT_EQ(check_resnet().exit_code, 3);
}

TEST_F(Decisions, AcceptTakesTheCapturesThatTheRunLacks) {
  play(resnet_scenario());
  check_resnet({"captures=3"});
  const ProgramResult few = accept({});
  EXPECT_EQ(few.exit_code, 2);
  EXPECT_THAT(few.err, HasSubstr("add --captures 10"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "baselines"));
  const ProgramResult result = accept({"--captures", "10"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("written: "));
  const Json stored =
      Json::parse(read_file(folder_ / "baselines/ncu-stand-in-no-gpu/t.default.range.json"));
  EXPECT_EQ(stored.at("sessions").at(1).at("captures"), 10);
  EXPECT_EQ(stored.at("values").at(1).at(1).at("samples").begin()->size(), 10u);
  play_slower(1.5);  // what was looked at is not what is there now
  const ProgramResult other = accept({"--captures", "11"});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("was the program changed since"));
}

TEST_F(Decisions, AnImprovementThatWasAcceptedIsKept) {
  accept_ten();
  play_slower(0.8);
  EXPECT_EQ(check_resnet({"captures=10"}).exit_code, 0);
  EXPECT_EQ(verdict_of("A::A1", "gpu__time_duration.sum").at("verdict"), "improved");
  ASSERT_EQ(accept({}).exit_code, 0);
  play(resnet_scenario());  // back to the old speed
  const ProgramResult back = check_resnet({"captures=3"});
  EXPECT_EQ(back.exit_code, 1) << back.out;
  EXPECT_THAT(back.out, HasSubstr("regressed  A::A1  gpu__time_duration.sum: +25.00 %"));
}

TEST_F(Decisions, CountersThatAreRefusedLaterAreAFailedCaptureNotAnotherMachine) {
  accept_ten();
  play_captures(Json::parse(R"([
    {"when": {"nth": 9}, "log": "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n", "exit": 1},
    {"when": {"replay_mode": "range", "includes": 1}, "scale": {"gpu__time_duration.sum": 1.2}}])"));
  const ProgramResult result = check_resnet({"captures=3"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("a fresh capture failed and is left out"));
}

TEST_F(Decisions, ARegressionStandsWhenOneMoreCaptureFails) {
  accept_ten();
  play_captures(Json::parse(R"([
    {"when": {"nth": 4}, "kill_self": 9},
    {"when": {"replay_mode": "range", "includes": 1}, "scale": {"smsp__inst_executed.sum": 2}}])"));
  const ProgramResult result = check_resnet();
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("regressed  A::A1  smsp__inst_executed.sum"));
  EXPECT_THAT(result.err, HasSubstr("the verdict stands without it"));
}

TEST_F(Decisions, SideBySideALimitOfTheCensusHidesNoLaunches) {
  play_captures(
      Json::parse(R"([{"when": {"census": true, "argument": "--penalty"}, "extra": 50}])"));
  const ProgramResult result =
      cli({"ab", "--name", "t", "profiler=ncu", "ncu_cli.replay_mode=range", "captures=1", "--base",
           NCU_REGIONS_TEST_RESNET, "--head", NCU_REGIONS_TEST_RESNET, "--head-arg=--penalty",
           "--head-arg=A::A1=40", "--region", "A::A1", "census_launches_max=20",
           "metrics=[region__kernel_launches,smsp__inst_executed.sum]"},
          options());
  EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
  EXPECT_EQ(verdict_of("A::A1", "region__kernel_launches").at("verdict"), "not_measured");
}

TEST_F(Decisions, SideBySideAnUnreadableBaselineIsANoteAlone) {
  play(resnet_scenario());
  check_resnet();
  make_folder(folder_ / "baselines/ncu-stand-in-no-gpu");
  write_file(folder_ / "baselines/ncu-stand-in-no-gpu/t.default.range.json", "{}");
  play(resnet_scenario());
  const ProgramResult result =
      cli({"ab", "--name", "t", "profiler=ncu", "ncu_cli.replay_mode=range", "captures=1", "--base",
           NCU_REGIONS_TEST_RESNET, "--head", NCU_REGIONS_TEST_RESNET, "--region", "B",
           "metrics=[smsp__inst_executed.sum]"},
          options());
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("no baseline is proposed"));
}

TEST_F(Decisions, AGateThatTheSettingsLeaveNoValueIsRefused) {
  play(resnet_scenario());
  const ProgramResult result =
      check_resnet({"--limit", "region__kernel_launches(A::A1)<=1", "census=false"});
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_THAT(result.err, HasSubstr("no measured metric matches 'region__kernel_launches'"));
  const ProgramResult nothing = check_resnet({"--budget", "*(B)=info"});
  EXPECT_EQ(nothing.exit_code, 2) << nothing.out;
  EXPECT_THAT(nothing.err, HasSubstr("nothing of it is gated"));
}

TEST_F(Decisions, LimitsHoldInEveryCaptureAndNeedNoBaseline) {
  play(resnet_scenario());
  const ProgramResult broken =
      check_resnet({"--limit", "gpu__time_duration.sum(A::A1)<=100us", "metrics=[]"});
  EXPECT_EQ(broken.exit_code, 1) << broken.out << broken.err;
  EXPECT_THAT(broken.out,
              HasSubstr("over_limit  A::A1  gpu__time_duration.sum: 160 us, at most 100 us"));
  play(resnet_scenario());
  EXPECT_EQ(check_resnet({"--limit", "gpu__time_duration.sum(A::A1)<=1s", "metrics=[]"}).exit_code,
            4);
}

}  // namespace
}  // namespace ncu_regions
