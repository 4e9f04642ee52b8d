// Tests that need the machine for themselves, and those that do not.
#include "harness/core/files.h"
#include "harness/machine/probe.h"
#include "tests/cmake/builds_fixture.h"
#include "tests/support/require.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Programs of a project: the flags of a target need a language.
class ParallelBuild : public Builds {
 protected:
  void configure_targets(const std::string& body) {
    std::string text = project_text(
        "add_executable(ranges_target IMPORTED)\n"
        "set_target_properties(ranges_target PROPERTIES "
        "IMPORTED_LOCATION \"${ranges}\")\n" +
        body);
    const std::string none = "LANGUAGES NONE";
    write("source/CMakeLists.txt", text.replace(text.find(none), none.size(), "LANGUAGES CXX"));
    const ProgramResult result = cmake("build");
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  // Names of the profile tests that run alone.
  std::vector<std::string> serial_tests() {
    const auto listed = nlohmann::json::parse(ctest("build", {"--show-only=json-v1"}).out);
    std::vector<std::string> names;
    for (const auto& test : listed.at("tests")) {
      for (const auto& property : test.at("properties")) {
        if (property.at("name") == "RUN_SERIAL") names.push_back(test.at("name"));
      }
    }
    return names;
  }

  double instructions(const std::string& name) {
    const auto outcome =
        nlohmann::json::parse(read_file(folder_ / "build/ncu-regions" / name / "verdicts.json"));
    for (const auto& verdict : outcome.at("verdicts")) {
      if (verdict.at("metric") == "host__inst_executed.sum") return verdict.at("now");
    }
    return -1;
  }
};

TEST_F(ParallelBuild, OnlyCountsOfAHostTargetAloneRunBesideOthers) {
  write("source/file.yaml", "captures: 3\n");
  configure_targets(R"(
    function(add name)
      ncu_regions_add_test(NAME ${name} REGIONS work ${ARGN})
    endfunction()
    add(beside HOST_TARGET ranges_target)
    add(counts HOST_TARGET ranges_target METRICS region__instances LIMITS "region__instances<=5")
    add(command HOST_COMMAND "${ranges}" work)
    add(gpu TARGET ranges_target HOST_TARGET ranges_target)
    add(gpu_command COMMAND "${ranges}" HOST_TARGET ranges_target)
    add(metric HOST_TARGET ranges_target METRICS region__instances host__cpu_time.sum)
    add(limit HOST_TARGET ranges_target LIMITS "host__time_duration.sum<=2s")
    add(pattern HOST_TARGET ranges_target LIMITS "host__*<=9999999999")
    add(config HOST_TARGET ranges_target CONFIG file.yaml)
    add(budgets HOST_TARGET ranges_target BUDGETS strict)
    add(preset HOST_TARGET ranges_target PRESET cache))");

  EXPECT_THAT(serial_tests(), testing::UnorderedElementsAre(
                                  "ncu-regions.profile.command", "ncu-regions.profile.gpu",
                                  "ncu-regions.profile.gpu_command", "ncu-regions.profile.metric",
                                  "ncu-regions.profile.limit", "ncu-regions.profile.pattern",
                                  "ncu-regions.profile.config", "ncu-regions.profile.budgets",
                                  "ncu-regions.profile.preset"));
}

TEST_F(ParallelBuild, CountsAreTheSameBesideOthersAsAlone) {
  NCU_REGIONS_SKIP_WITHOUT("valgrind", find_program("valgrind").has_value(), "counts instructions");
  configure_targets(R"(
    foreach(name IN ITEMS a b c d)
      ncu_regions_add_test(NAME ${name} HOST_TARGET ranges_target ARGS work 200000 REGIONS work)
    endforeach())");

  ASSERT_EQ(ctest("build", {"-R", "[.]a[.]work$"}).exit_code, 0);
  const double alone = instructions("a");
  ASSERT_EQ(ctest("build", {"-L", "ncu-regions", "-j4"}).exit_code, 0);

  EXPECT_GT(alone, 200000);
  for (const char* name : {"a", "b", "c", "d"}) EXPECT_EQ(instructions(name), alone) << name;
  // Its times are what other work left of the machine.
  EXPECT_THAT(read_file(folder_ / "build/ncu-regions/a/regions/report.md"),
              HasSubstr("times were measured beside whatever else ran on this machine"));
}

// Found by what the settings say when it runs: no keyword of CMake names it.
TEST_F(ParallelBuild, ATimeThatIsGatedAllTheSameTakesTheLock) {
  configure_targets(
      "ncu_regions_add_test(NAME t HOST_TARGET ranges_target ARGS work 1000 REGIONS work)");
  const ProgramResult result =
      run_program({NCU_REGIONS_TEST_CLI, "check", "--build", (folder_ / "build").string(), "--test",
                   "t", "--limit", "host__time_duration.sum<=1000s"});
  EXPECT_EQ(result.exit_code, 4) << result.err;  // no baseline yet
  EXPECT_THAT(result.err,
              HasSubstr("it gates host__time_duration.sum: the machine's lock is taken"));
  EXPECT_THAT(read_file(folder_ / "build/ncu-regions/t/regions/report.md"),
              AllOf(HasSubstr("CTest runs this test beside others"),
                    Not(HasSubstr("times were measured beside"))));
}

TEST_F(ParallelBuild, WhatFailsUndecidedIsASettingOfTheTest) {
  configure_targets(
      "ncu_regions_add_test(NAME t HOST_TARGET ranges_target ARGS work 1000 REGIONS work "
      "METRICS region__instances FAIL_ON suspect noisy)");
  ASSERT_EQ(ctest("build").exit_code, 0);
  const auto setting = run_record("build", "t").at("settings").at("fail_on");
  EXPECT_THAT(setting.at("value").get<std::string>(),
              AllOf(HasSubstr("suspect"), HasSubstr("noisy")));
}

}  // namespace
}  // namespace ncu_regions
