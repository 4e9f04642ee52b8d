// What the first hour on a GPU machine may meet, as far as the stand-in can play it. Failures of
// ncu itself: ncu_failure_test.cpp; names of metrics: chip_test.cpp.
#include "tests/cli/stand_in_fixture.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class FirstContact : public StandInTest {
 protected:
  std::vector<std::size_t> includes_of_ranges() const {
    std::vector<std::size_t> counts;
    for (const auto& call : calls()) {
      if (!words(call, "--replay-mode=range").empty())
        counts.push_back(words(call, "--nvtx-include=").size());
    }
    return counts;
  }
};

TEST_F(FirstContact, SiblingsThatMergedStayApartForTheRestOfTheCheck) {
  play_captures(
      Json::parse(R"([{"when": {"min_includes": 2, "census": false}, "merge_siblings": true}])"));
  const ProgramResult result = check_resnet({"captures=3", "census=false"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  // A and B together, once; then A, B and A::A1 apart, three times.
  EXPECT_THAT(includes_of_ranges(), testing::ElementsAre(2, 1, 1, 1, 1, 1, 1, 1, 1, 1));
}

TEST_F(FirstContact, InstancesThatMergedAreExplained) {
  play_captures(Json::parse(R"([{"when": {"replay_mode": "range"}, "drop": 1}])"));
  const ProgramResult result = check_resnet({"census=false"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out + result.err,
              AllOf(HasSubstr("has 1 results, the survey counted 2 instances"),
                    HasSubstr("may have become one result: docs/running.md")));
}

TEST_F(FirstContact, AResultOfAnotherThreadIsFoundInTheStacksOfAll) {
  play_captures(Json::parse(R"([{"when": {"census": false}, "other_thread": true}])"));
  const ProgramResult result = check_resnet({"census=false"});
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_THAT(result.out, Not(HasSubstr("not_measured")));
}

TEST_F(FirstContact, ACensusThatFailsEndsNoCheck) {
  for (const char* log : {"==ERROR== The application returned an error code (3).\n",
                          "==ERROR== Something quite new.\n", "==PROF== Received signal\n"}) {
    SCOPED_TRACE(log);
    play_captures(Json::array(
        {{{"when", {{"census", true}}}, {"exit", 3}, {"report", "none"}, {"log", log}}}));
    const ProgramResult result = check_resnet();
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
    EXPECT_THAT(result.out + result.err, HasSubstr("kernels were not counted: "));
  }
}

// Told and not judged is for default gates alone.
TEST_F(FirstContact, ADeclaredGateOnLaunchesIsNotMeasuredWhenTheCensusFails) {
  for (int i = 0; i < 2; ++i) {  // the second time there is a baseline, without launches
    play_captures(Json::array({{{"when", {{"census", true}}},
                                {"exit", 9},
                                {"report", "none"},
                                {"log", "==ERROR== No space left on device\n"}}}));
    const ProgramResult result = check_resnet(
        {"metrics=[smsp__inst_executed.sum]", "--budget", "region__kernel_launches(A)=0"});
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr("not_measured  A  region__kernel_launches"));
    accept();
  }
}

TEST_F(FirstContact, InjectionVariablesOfTheTestStayOutside) {
  play(resnet_scenario());
  make_folder(folder_ / "build/ncu-regions");
  const Json test = {{"name", "t"},
                     {"gpu_command", {NCU_REGIONS_TEST_RESNET}},
                     {"host_command", Json::array()},
                     {"args", Json::array()},
                     {"environment", {"CUDA_INJECTION64_PATH=/nonexistent.so"}},
                     {"working_directory", folder_.path().string()},
                     {"regions", {"A"}},
                     {"preset", "default"},
                     {"config_files", Json::array()},
                     {"overrides", {"captures=1"}},
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
  EXPECT_THAT(result.out + result.err,
              HasSubstr("ENVIRONMENT sets CUDA_INJECTION64_PATH: it is not passed on under ncu"));
}

TEST_F(FirstContact, ThePlanBeforeTheFirstSurveyHasARunPerLabel) {
  play(resnet_scenario());
  const ProgramResult plan = cli(
      {"plan", "--name", "t", "--region", "A", "--region", "A::A1", "--region", "B", "profiler=ncu",
       "ncu_cli.replay_mode=range", "census=false", "captures=1", "--", NCU_REGIONS_TEST_RESNET},
      options());
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("--nvtx-include=A/"), HasSubstr("--nvtx-include=A::A1/"),
                              HasSubstr("--nvtx-include=B/")));
  std::size_t runs = 0;
  for (std::size_t at = plan.out.find("--replay-mode=range"); at != std::string::npos;
       at = plan.out.find("--replay-mode=range", at + 1)) {
    ++runs;
  }
  EXPECT_EQ(runs, 3u);
}

}  // namespace
}  // namespace ncu_regions
