// Region tests without their profile test: which outcome they believe.
#include "harness/core/files.h"
#include "tests/cmake/builds_fixture.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

// A test that has passed, of a program that can be replaced.
class MeasuredBuild : public Builds {
 protected:
  static constexpr char kTest[] =
      R"(ncu_regions_add_test(NAME t HOST_COMMAND "${program}" ${args} REGIONS ${regions}
           METRICS region__instances ${further}))";

  void SetUp() override {
    install(NCU_REGIONS_TEST_RANGES);
    configure_with("build", {});
    ASSERT_EQ(ctest("build").exit_code, 0);
    accept("build", "t");
    const ProgramResult passed = ctest("build");
    ASSERT_THAT(passed.out, ContainsRegex("t.empty .*Passed"));
  }

  // What a build does: the file is another one, with the same name.
  void install(const fs::path& program) {
    fs::remove(folder_ / "program");
    fs::copy_file(program, folder_ / "program");
  }

  void configure_with(const std::string& build, std::vector<std::string> further) {
    for (const char* word : {"-Dargs=empty", "-Dregions=empty", "-Dfurther="}) {
      further.insert(further.begin(), word);  // later ones win
    }
    further.push_back("-Dprogram=" + (folder_ / "program").string());
    configure(build, kTest, further);
  }

  void expect_believed(const std::string& build) {
    for (const std::vector<std::string>& selection : kSelections) {
      const ProgramResult result = ctest(build, selection);
      EXPECT_THAT(result.out, ContainsRegex("t.empty .*Passed"));
    }
  }

  void expect_refused(const std::string& build, const std::string& why) {
    for (std::vector<std::string> selection : kSelections) {
      selection.emplace_back("--output-on-failure");
      const ProgramResult result = ctest(build, selection);
      EXPECT_EQ(result.exit_code, 8);
      EXPECT_THAT(result.out, AllOf(ContainsRegex("t.empty .*Failed"), HasSubstr(why)));
    }
    const fs::path run = folder_ / build / "ncu-regions" / "t";
    const ProgramResult by_hand =
        run_program({NCU_REGIONS_TEST_REGION_TESTS, run.string(), "--region", "empty"});
    EXPECT_EQ(by_hand.exit_code, 3);
    EXPECT_THAT(by_hand.out, AllOf(HasSubstr(why), HasSubstr("ncu-regions.profile.t")));
  }

  // All of them without the profile test.
  const std::vector<std::vector<std::string>> kSelections = {{"-R", "t[.]empty$", "-FS", ".*"},
                                                             {"-R", "t[.]empty$", "-FA", ".*"}};
};

TEST_F(MeasuredBuild, IsBelievedWhileNothingChanged) {
  expect_believed("build");
  configure_with("build", {"-Dunrelated=1"});
  install(NCU_REGIONS_TEST_RANGES);  // built again, with the same result
  expect_believed("build");
}

TEST_F(MeasuredBuild, IsNotBelievedWhenTheProgramWasRebuilt) {
  install(NCU_REGIONS_TEST_RESNET);
  expect_refused("build", "measured before the program was rebuilt");
  EXPECT_THAT(ctest("build", {"-L", "ncu-regions", "-E", "profile"}).exit_code, 8);
  fs::remove(folder_ / "program");
  expect_refused("build", "measured before the program was rebuilt");
  install(NCU_REGIONS_TEST_RANGES);
  expect_believed("build");
}

TEST_F(MeasuredBuild, IsNotBelievedWhenItIsRegisteredDifferently) {
  configure_with("build", {"-Dargs=levels"});
  expect_refused("build", "registered differently when it was measured (HOST_TARGET");
  configure_with("build", {"-Dfurther=ARGS;x"});
  expect_refused("build", "registered differently when it was measured (ARGS)");
  configure_with("build", {"-Dregions=outer;empty"});
  expect_refused("build", "registered differently when it was measured (REGIONS)");
  configure_with("build", {"-Dfurther=LIMITS;region__instances<=5"});
  expect_refused("build", "registered differently when it was measured (LIMITS)");
  configure_with("build", {"-Dfurther=FAIL_ON;noisy;suspect"});
  expect_refused("build", "registered differently when it was measured (FAIL_ON)");
  configure_with("build", {"-Dfurther=TIMEOUT;77"});
  expect_believed("build");
}

TEST_F(MeasuredBuild, IsNotBelievedWhenASettingsFileWasChanged) {
  write("source/strict.yaml", "budgets: [\"region__instances=0\"]\n");
  configure_with("build", {"-Dfurther=BUDGETS;strict.yaml"});
  ASSERT_EQ(ctest("build").exit_code, 0);
  expect_believed("build");
  write("source/strict.yaml", "budgets: [\"region__instances=1\"]\n");
  expect_refused("build", "registered differently when it was measured (CONFIG or BUDGETS)");
}

TEST_F(MeasuredBuild, IsNotBelievedInTheFolderOfAnother) {
  configure_with("other", {});
  make_folder(folder_ / "other/ncu-regions");
  fs::copy(folder_ / "build/ncu-regions/t", folder_ / "other/ncu-regions/t",
           fs::copy_options::recursive);
  expect_refused("other",
                 "registered differently when it was measured (WORKING_DIRECTORY, the run folder)");
  // By nobody's registration: a check by hand in the same place.
  const ProgramResult by_hand =
      run_program({NCU_REGIONS_TEST_CLI, "check", "--name", "t", "--region", "empty",
                   "metrics=[region__instances]", "--", NCU_REGIONS_TEST_RANGES, "empty"},
                  {folder_ / "other", {}});
  ASSERT_EQ(by_hand.exit_code, 4) << by_hand.err;
  expect_refused("other", "it does not say which registered test it is of");
}

// Packed and copied runs are for people, wherever they lie.
TEST_F(MeasuredBuild, IsReadAnywhereByOthers) {
  fs::copy(folder_ / "build/ncu-regions/t", folder_ / "elsewhere", fs::copy_options::recursive);
  install(NCU_REGIONS_TEST_RESNET);
  const std::string run = (folder_ / "elsewhere").string();
  EXPECT_EQ(run_program({NCU_REGIONS_TEST_REGION_TESTS, run}).exit_code, 0);
  EXPECT_EQ(run_program({NCU_REGIONS_TEST_CLI, "report", run}).exit_code, 0);
  EXPECT_THAT(
      run_program({NCU_REGIONS_TEST_CLI, "summarize", "--build", (folder_ / "build").string()}).out,
      HasSubstr("1 workload: 1 passed"));
}

TEST_F(Builds, AScriptOfAnInterpreterIsAProgramToo) {
  const std::string script = (folder_ / "script.sh").string();
  write("script.sh", "exec " NCU_REGIONS_TEST_RANGES " empty\n");
  configure("build", "ncu_regions_add_test(NAME t HOST_COMMAND sh \"" + script +
                         "\" REGIONS empty METRICS region__instances)");
  ASSERT_EQ(ctest("build").exit_code, 0);
  const std::vector<std::string> alone = {"-R", "t[.]empty$", "-FA", ".*", "--output-on-failure"};
  EXPECT_THAT(ctest("build", alone).out, ContainsRegex("t.empty .*Skipped"));

  write("script.sh", "exec " NCU_REGIONS_TEST_RANGES " levels\n");

  EXPECT_THAT(ctest("build", alone).out,
              AllOf(ContainsRegex("t.empty .*Failed"),
                    HasSubstr("measured before the program was rebuilt (" + script)));
}

// A skip is bound to its test, too.
TEST_F(Builds, AnOutcomeThatMeasuredNothingIsOfItsTest) {
  constexpr char kSkipped[] =
      R"(ncu_regions_add_test(NAME t COMMAND "${ranges}" ${mode} REGIONS empty))";
  configure("build", kSkipped, {"-Dmode=empty"});
  ctest("build", {}, {{}, {{"NCU_REGIONS_PROFILER", "auto"}}});
  const auto outcome =
      nlohmann::json::parse(read_file(folder_ / "build/ncu-regions/t/verdicts.json"));
  if (!outcome.at("skipped").get<bool>()) GTEST_SKIP() << "this machine can measure a GPU";
  const std::vector<std::string> alone = {"-R", "t[.]empty$", "-FA", ".*"};
  EXPECT_THAT(ctest("build", alone).out, ContainsRegex("t.empty .*Skipped"));
  configure("build", kSkipped, {"-Dmode=levels"});
  EXPECT_THAT(ctest("build", alone).out, ContainsRegex("t.empty .*Failed"));
}

}  // namespace
}  // namespace ncu_regions
