// Whole builds: small projects that register workloads, configured by CMake and run by ctest.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "harness/core/files.h"
#include "harness/core/text.h"
#include "tests/cmake/builds_fixture.h"
#include "tests/support/processes.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kResnet[] =
    R"(ncu_regions_add_test(NAME n HOST_COMMAND "${resnet}" ${penalty} REGIONS A A::A1 B))";

TEST_F(Builds, OnlyOneWorkloadIsMeasuredAtATime) {
  configure("build", R"(
    foreach(name IN ITEMS a b c d)
      ncu_regions_add_test(NAME ${name} HOST_COMMAND "${ranges}" work 200000 REGIONS work)
    endforeach())");

  ASSERT_EQ(ctest("build", {"-L", "ncu-regions", "-j8"}).exit_code, 0);

  std::vector<std::pair<double, double>> captures;
  for (const char* name : {"a", "b", "c", "d"}) {
    const nlohmann::json record = run_record("build", name);
    for (const auto& capture : record.at("captures")) {
      captures.emplace_back(capture.at("began_s"), capture.at("seconds"));
    }
  }
  ASSERT_EQ(captures.size(), 16u);  // two passes of two samples each
  std::ranges::sort(captures);
  for (std::size_t i = 1; i < captures.size(); ++i) {
    EXPECT_LE(captures[i - 1].first + captures[i - 1].second, captures[i].first + 1e-3) << i;
  }
}

// A region that is worse: what ctest, its files and GoogleTest's say of it.
class WorseBuild : public Builds {
 protected:
  void SetUp() override {
    configure("build", kResnet);
    ASSERT_EQ(ctest("build").exit_code, 0);
    accept("build", "n");
    configure("build", kResnet, {"-Dpenalty=ARGS;--penalty;A::A1=10"});
  }
};

TEST_F(WorseBuild, FailsAndIsRunAgainWithItsProfile) {
  ASSERT_EQ(ctest("build").exit_code, 8);

  const ProgramResult again = ctest("build", {"--rerun-failed"});

  EXPECT_EQ(again.exit_code, 8);
  EXPECT_EQ(count(again.out, "Start.*profile.n"), 1u) << again.out;
  EXPECT_THAT(again.out, AllOf(ContainsRegex("n.A .*Failed"), ContainsRegex("n.A::A1 .*Failed"),
                               Not(ContainsRegex("n.B "))));
}

TEST_F(WorseBuild, IsExplainedInJUnitAndInTheFilesOfADashboard) {
  EXPECT_EQ(
      ctest("build", {"-T", "Test", "--output-junit", (folder_ / "junit.xml").string()}).exit_code,
      8);

  const std::string junit = read_file(folder_ / "junit.xml");
  EXPECT_THAT(junit, ContainsRegex("regressed: region .A::A1., host__inst_executed.sum: "
                                   "[0-9,]+ inst -&gt; [0-9,]+ inst .[+]10"));
  const std::string dashboard = dashboard_file("build");
  EXPECT_THAT(dashboard, ContainsRegex("NamedMeasurement type=\"numeric/double\" "
                                       "name=\"A::A1 host__inst_executed.sum\""));
  EXPECT_THAT(dashboard, HasSubstr("name=\"B region__instances\""));
  EXPECT_THAT(dashboard, HasSubstr("Attached File"));
}

TEST_F(WorseBuild, IsAFailedCaseOfGoogleTest) {
  ctest("build");
  const std::string run = (folder_ / "build" / "ncu-regions" / "n").string();
  const std::string xml = (folder_ / "cases.xml").string();

  const ProgramResult all =
      run_program({NCU_REGIONS_TEST_REGION_TESTS, run, "--gtest_output=xml:" + xml});

  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(read_file(xml),
              AllOf(ContainsRegex("failure message=\"[^\"]*regressed: region &apos;A::A1&apos;, "
                                  "host__inst_executed.sum"),
                    HasSubstr("tests=\"9\""), HasSubstr("name=\"region\" value=\"A/A::A1\"")));
  // Each case is in one shard; a selection of nothing is no success.
  std::size_t cases = 0;
  for (const char* shard : {"0", "1"}) {
    const ProgramResult part =
        run_program({NCU_REGIONS_TEST_REGION_TESTS, run},
                    {{}, {{"GTEST_TOTAL_SHARDS", "2"}, {"GTEST_SHARD_INDEX", shard}}});
    cases += count(part.out, "RUN  ");
  }
  EXPECT_EQ(cases, 9u);
  const auto code = [&](const std::string& filter) {
    return run_program({NCU_REGIONS_TEST_REGION_TESTS, run, "--gtest_filter=" + filter}).exit_code;
  };
  EXPECT_EQ(code("n_B.*"), 0);
  EXPECT_EQ(code("n_A_*.host__inst_executed*"), 1);
  EXPECT_EQ(code("nothing"), 3);
}

// What is left over in the environment hides no gate from ctest.
TEST_F(WorseBuild, IsNotHiddenByTheEnvironment) {
  ProgramOptions options;
  options.environment = {
      {"GTEST_FILTER", "nothing"}, {"GTEST_TOTAL_SHARDS", "100"}, {"GTEST_SHARD_INDEX", "99"}};
  EXPECT_THAT(ctest("build", {}, options).out,
              AllOf(ContainsRegex("n.A::A1 .*Failed"), ContainsRegex("n.B .*Passed")));
}

constexpr char kBaseProject[] = R"(
  ncu_regions_add_test(NAME n HOST_COMMAND "${resnet}" ${penalty} REGIONS A A::A1 B)
  ncu_regions_add_test(NAME r HOST_COMMAND "${ranges}" ${mode} REGIONS empty outer ${more})
  if(DEFINED further)
    ncu_regions_add_test(NAME further HOST_COMMAND "${ranges}" empty REGIONS empty REQUIRE_BASELINE)
  endif())";

TEST_F(Builds, AreComparedSideBySideWithTheBuildOfTheBase) {
  configure("base", kBaseProject, {"-Dmode=levels", "-Dmore=gone"});
  configure("head", kBaseProject,
            {"-Dmode=empty", "-Dfurther=ON", "-Dpenalty=ARGS;--penalty;A::A1=10"});
  ProgramOptions options;
  options.environment["NCU_REGIONS_BASE"] = (folder_ / "base").string();

  const ProgramResult compared = ctest("head", {"-V"}, options);

  EXPECT_EQ(compared.exit_code, 8);
  EXPECT_THAT(compared.out, AllOf(ContainsRegex("n.A::A1 .*Failed"), ContainsRegex("n.A .*Failed"),
                                  ContainsRegex("n.B .*Passed"), ContainsRegex("r.empty .*Skipped"),
                                  ContainsRegex("further.empty .*Skipped"), HasSubstr("new here"),
                                  ContainsRegex("summary .*Passed")));
  EXPECT_THAT(compared.out,
              HasSubstr("the base build declares region 'gone', which this test does not declare"));
  EXPECT_FALSE(fs::exists(folder_ / "source" / "baselines"));
  const auto outcome =
      nlohmann::json::parse(read_file(folder_ / "head/ncu-regions/n/verdicts.json"));
  EXPECT_EQ(outcome.at("mode"), "side_by_side");
  // Without the variable, the same tests ask for a stored baseline.
  EXPECT_THAT(ctest("head", {"-R", "n.B"}).out, ContainsRegex("n.B .*Skipped"));
}

TEST_F(Builds, ABaseThatIsNoneStopsTheTest) {
  configure("build",
            R"(ncu_regions_add_test(NAME r HOST_COMMAND "${ranges}" empty REGIONS empty))");
  const auto with_base = [&](const std::string& base) {
    ProgramOptions options;
    options.environment["NCU_REGIONS_BASE"] = base;
    const ProgramResult result = ctest("build", {"--output-on-failure"}, options);
    EXPECT_EQ(result.exit_code, 8) << result.out;
    EXPECT_THAT(result.out,
                AllOf(ContainsRegex("profile.r .*Failed"), ContainsRegex("r.empty .*Not Run")));
    return result.out;
  };

  EXPECT_THAT(with_base("/no/such/folder"),
              HasSubstr("/no/such/folder was named as the base build"));
  EXPECT_THAT(with_base("../base"), HasSubstr("expected an absolute path"));
  EXPECT_THAT(with_base((folder_ / "build").string()), HasSubstr("that would always pass"));
  fs::copy(folder_ / "build", folder_ / "copy", fs::copy_options::recursive);
  EXPECT_THAT(with_base((folder_ / "copy").string()), HasSubstr("was copied or moved from"));
}

TEST_F(Builds, WhatAGeneratorExpressionLeavesOutIsNoArgument) {
  configure("build", R"(
    ncu_regions_add_test(NAME r HOST_COMMAND "${ranges}" "$<$<BOOL:OFF>:never>" "$<1:arguments>"
      ARGS "a;b" "" "c \"d\" \\" ENVIRONMENT "LIST=x$<SEMICOLON>y" REGIONS empty))");
  // It looks at its arguments and at LIST, and fails when they are others.
  EXPECT_THAT(ctest("build").out, ContainsRegex("profile.r .*Passed"));
}

TEST_F(Builds, GpusAreResourcesOfCTest) {
  configure("build", R"(
    set(NCU_REGIONS_PARALLEL_GPUS ON)
    ncu_regions_add_test(NAME g COMMAND "${ranges}" empty GPUS 2 REGIONS empty)
    ncu_regions_add_test(NAME w COMMAND "${ranges}" empty REGIONS empty))");
  const auto listed = nlohmann::json::parse(ctest("build", {"--show-only=json-v1"}).out);
  std::map<std::string, nlohmann::json> properties;
  for (const auto& test : listed.at("tests")) {
    for (const auto& property : test.at("properties")) {
      properties[test.at("name").get<std::string>() + " " +
                 property.at("name").get<std::string>()] = property.at("value");
    }
  }
  EXPECT_EQ(properties["ncu-regions.profile.g RESOURCE_GROUPS"].size(), 2u);
  EXPECT_FALSE(properties.contains("ncu-regions.profile.g RUN_SERIAL"));
  EXPECT_EQ(properties["ncu-regions.profile.w RUN_SERIAL"], true);
}

TEST_F(Builds, APackageThatDoesNotFitIsNotFound) {
  const auto refused = [&](const std::string& call) {
    write("source/CMakeLists.txt",
          "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\n" + call + "\n");
    const ProgramResult result = cmake("build");
    EXPECT_NE(result.exit_code, 0);
    return flat(result.err);
  };
  EXPECT_THAT(refused("find_package(NcuRegions 0.2 REQUIRED)"),
              HasSubstr("requested version \"0.2\""));
  EXPECT_THAT(refused("find_package(NcuRegions 1 REQUIRED)"), HasSubstr("requested version \"1\""));
  EXPECT_THAT(refused("find_package(NcuRegions REQUIRED COMPONENTS harnes)"),
              HasSubstr("there is no component 'harnes'; known: harness, annotate, gtest"));
}

TEST_F(Builds, WithoutEnableTestingTheyAreWarnedOf) {
  write("source/CMakeLists.txt",
        project_text(R"(ncu_regions_add_test(NAME r HOST_COMMAND "${ranges}" REGIONS empty))", ""));
  EXPECT_THAT(flat(cmake("build").err),
              HasSubstr("call enable_testing() in the top-level CMakeLists.txt"));
}

// A workload that hangs, with a daemon that left its parent.
class HangingBuild : public Builds {
 protected:
  void SetUp() override {
    write("hang.sh", "(setsid sh -c 'echo $$ > " + (folder_ / "daemon").string() +
                         "; exec sleep 1000' &)\n"
                         "while [ ! -s " +
                         (folder_ / "daemon").string() +
                         " ]; do :; done\n"
                         "echo $$ > " +
                         (folder_ / "tmp").string() +
                         "\n"
                         "mv " +
                         (folder_ / "tmp").string() + " " + (folder_ / "workload").string() +
                         "\n"
                         "exec sleep 1000\n");
  }
  void configure_with(const std::string& further) {
    configure("build", "ncu_regions_add_test(NAME h HOST_COMMAND /bin/sh \"" +
                           (folder_ / "hang.sh").string() + "\" REGIONS r)\n" + further);
  }
  pid_t pid_in(const std::string& file) const { return std::stoi(read_file(folder_ / file)); }
  pid_t start_ctest() {
    const pid_t child = fork();
    if (child == 0) {
      const std::string build = (folder_ / "build").string();
      const int null = open("/dev/null", O_RDWR);
      for (const int number : {0, 1, 2}) dup2(null, number);
      execlp("ctest", "ctest", "--test-dir", build.c_str(), nullptr);
      _exit(127);
    }
    while (!fs::exists(folder_ / "workload")) usleep(1000);  // ctest's timeout is the failure
    return child;
  }
  void expect_nothing_left() {
    for (const char* file : {"workload", "daemon"}) {
      const pid_t pid = pid_in(file);
      while (is_running(pid)) usleep(1000);
    }
  }
};

// The time begins when the test does, which may first have to wait for another measurement on this
// machine.
TEST_F(HangingBuild, IsGoneAfterTheTimeoutOfCTest) {
  ProgramResult result;
  for (const char* seconds : {"2", "8", "32", "64"}) {
    configure_with(std::string("set_tests_properties(ncu-regions.profile.h PROPERTIES TIMEOUT ") +
                   seconds + ")");
    result = ctest("build");
    if (fs::exists(folder_ / "workload")) break;
  }
  EXPECT_EQ(result.exit_code, 8);
  EXPECT_THAT(result.out,
              AllOf(ContainsRegex("profile.h .*Timeout"), ContainsRegex("h.r .*Not Run"),
                    ContainsRegex("summary .*Skipped")));
  expect_nothing_left();
}

TEST_F(HangingBuild, IsGoneWhenCTestIsKilled) {
  configure_with("");
  const pid_t started = start_ctest();
  kill(started, SIGKILL);
  waitpid(started, nullptr, 0);
  expect_nothing_left();
}

TEST_F(HangingBuild, IsGoneWhenTheHarnessIsKilled) {
  configure_with("");
  const pid_t started = start_ctest();
  const std::string id = std::to_string(started);
  pid_t harness = 0;
  std::ifstream("/proc/" + id + "/task/" + id + "/children") >> harness;
  ASSERT_GT(harness, 0);
  kill(harness, SIGKILL);
  int status = 0;
  waitpid(started, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 8);
  expect_nothing_left();
}

}  // namespace
}  // namespace ncu_regions
