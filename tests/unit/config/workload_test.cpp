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
