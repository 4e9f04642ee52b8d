#include "harness/config/workload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kTests[] = R"({"schema": 2, "tests": [{
  "name": "net", "gpu_command": [], "host_command": ["/bin/net"], "args": ["--n", "3"],
  "environment": ["K=v"], "working_directory": "/tmp", "regions": ["A", "A::A1"],
  "preset": "default", "config_files": ["/c.yaml"], "overrides": ["timeout_s=5"],
  "lists": {"metrics": [], "launcher": ["mpirun", "-n", "2"]},
  "baselines": "/b", "run": "/r", "require_baseline": true, "allow_incomparable": false,
  "require_gpu": false, "build": {"compiler": "GNU 12.2.0", "flags_file": ""}}]})";

TEST(Workload, ARegisteredTestIsReadBackWhole) {
  const TempFolder folder;
  write_file(folder / "tests.json", kTests);

  const Workload workload = load_workload(folder / "tests.json", "net");

  EXPECT_THAT(workload.host_command, ElementsAre("/bin/net"));
  EXPECT_THAT(workload.args, ElementsAre("--n", "3"));
  EXPECT_THAT(workload.regions, ElementsAre("A", "A::A1"));
  EXPECT_TRUE(workload.require_baseline);
  EXPECT_EQ(workload.build.compiler, "GNU 12.2.0");
}

TEST(Workload, WhatAGeneratorExpressionMadeIsAListOfWords) {
  const TempFolder folder;
  std::string text = kTests;
  const std::string args = R"(["--n", "3"])";
  text.replace(text.find(args), args.size(), R"([{"words": ""}, "a;b", "", {"words": "c;d"}])");
  write_file(folder / "tests.json", text);

  EXPECT_THAT(load_workload(folder / "tests.json", "net").args, ElementsAre("a;b", "", "c", "d"));
}

TEST(Workload, TheRegionsOfAGoogleTestProgramAreItsListedCases) {
  const TempFolder folder;
  std::string text = kTests;
  const std::string regions = R"("regions": ["A", "A::A1"])";
  text.replace(text.find(regions), regions.size(),
               R"("regions": [], "cases_file": ")" + (folder / "cases").string() + "\"");
  write_file(folder / "tests.json", text);

  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { load_workload(folder / "tests.json", "net"); }),
              HasSubstr("build it first"));
  write_file(folder / "cases", "Suite.One\nP/Suite.Two/0\n");

  const Workload workload = load_workload(folder / "tests.json", "net");
  EXPECT_TRUE(workload.is_gtest);
  EXPECT_THAT(workload.regions, ElementsAre("Suite.One", "P/Suite.Two/0"));
  const Workload back = workload_from_json(workload_json(workload));
  EXPECT_TRUE(back.is_gtest);
  EXPECT_EQ(back.regions, workload.regions);
}

TEST(Workload, ATestWithoutAProgramIsRefusedAndNotASkip) {
  const TempFolder folder;
  std::string text = kTests;
  const std::string program = R"("host_command": ["/bin/net"])";
  text.replace(text.find(program), program.size(), R"("host_command": [])");
  write_file(folder / "tests.json", text);

  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { load_workload(folder / "tests.json", "net"); }),
              testing::HasSubstr("test 'net' has no program"));
}

TEST(Workload, AnUnknownNameSuggestsTheNearestOne) {
  const TempFolder folder;
  write_file(folder / "tests.json", kTests);

  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { load_workload(folder / "tests.json", "nett"); }),
              HasSubstr("did you mean 'net'?"));
}

TEST(Workload, AFileThatIsNotOursIsRefused) {
  const TempFolder folder;
  for (const char* text : {"", "[]", "{\"schema\": 2, \"tests\": []}", "{\"tests\": 3}",
                           "{\"schema\": 1, \"tests\": [{\"name\": \"net\"}]}"}) {
    write_file(folder / "tests.json", text);
    error_of(ErrorKind::kUsage, [&] { load_workload(folder / "tests.json", "net"); });
  }
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { load_workload(folder / "no.json", "net"); }),
              HasSubstr("no such file"));
}

}  // namespace
}  // namespace ncu_regions
