// doctor: folders, lock files, variables and the host profiler.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/unit/machine/fake_machine.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

TEST(DoctorHost, FoldersAreReallyWrittenTo) {
  GpuMachine machine;
  EXPECT_EQ(machine.finding("temporary files").status, kOk);
  EXPECT_TRUE(std::filesystem::is_empty(machine.view.at("/tmp")));

  machine.view.environment = {{"TMPDIR", "/no/such"}, {"HOME", "/nowhere"}};
  EXPECT_EQ(machine.finding("temporary files").status, kMissing);
  EXPECT_EQ(machine.finding("home folder").status, kWarning);
  EXPECT_EQ(machine.examined().gpu_reason, "no folder for temporary files");
  EXPECT_EQ(machine.examined().profiler, "none");
}

TEST(DoctorHost, ALockFileThatWeMayWriteToIsNoFinding) {
  GpuMachine machine;
  machine.file("/tmp/nsight-compute-lock", "");

  EXPECT_EQ(machine.finding("lock files").topic, "");
}

TEST(DoctorHost, ALockFileOfAnotherUserIsNamed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a file of another user";
  GpuMachine machine;
  machine.view.environment["TMPDIR"] = "/shared";
  machine.file("/shared/nvidia/nsight_compute/lock.GPU-a", "");
  machine.file("/shared/nvidia/nsight_compute/other", "");
  machine.file("/proc/sys/fs/protected_regular", "2\n");
  const auto folder = machine.view.at("/shared/nvidia/nsight_compute");
  std::filesystem::permissions(
      folder, std::filesystem::perms::sticky_bit | std::filesystem::perms::others_write,
      std::filesystem::perm_options::add);
  for (const char* name : {"lock.GPU-a", "other"}) {
    ASSERT_EQ(chown((folder / name).c_str(), 12345, 12345), 0);
  }

  EXPECT_THAT(machine.finding("lock files").text,
              HasSubstr("/shared/nvidia/nsight_compute/lock.GPU-a belongs to user 12345"));
  EXPECT_THAT(machine.finding("lock files").fix, HasSubstr("TMPDIR"));

  machine.file("/proc/sys/fs/protected_regular", "0\n");
  EXPECT_EQ(machine.finding("lock files").topic, "");
}

TEST(DoctorHost, AFolderOfLocksThatWeMayNotWriteToIsNamed) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  GpuMachine machine;
  machine.file("/tmp/nvidia/nsight_compute/lock.GPU-b", "");
  std::filesystem::permissions(machine.view.at("/tmp/nvidia/nsight_compute"),
                               std::filesystem::perms::owner_write,
                               std::filesystem::perm_options::remove);

  EXPECT_THAT(machine.finding("lock files").text,
              HasSubstr("/tmp/nvidia/nsight_compute belongs to"));

  std::filesystem::permissions(machine.view.at("/tmp/nvidia/nsight_compute"),
                               std::filesystem::perms::owner_all);
}

TEST(DoctorHost, VariablesOfOtherToolsAreToldWithWhatBecomesOfThem) {
  GpuMachine machine;
  EXPECT_EQ(machine.finding("other tool").topic, "");

  machine.view.environment["CUDA_INJECTION64_PATH"] = "/opt/tool\n.so";
  EXPECT_THAT(machine.finding("other tool").text, HasSubstr("/opt/tool\\x0a.so"));
  EXPECT_THAT(machine.finding("other tool").text, HasSubstr("removes it"));
}

TEST(DoctorHost, WithoutValgrindTheHostProfilerCountsNoInstructions) {
  FakeMachine machine;
  machine.answers.machine.valgrind.reset();
  machine.answers.machine.no_perf_counter = "not permitted";

  EXPECT_THAT(machine.examined().profiler_reason, HasSubstr("without instruction counts"));
  EXPECT_THAT(machine.finding("valgrind").fix, HasSubstr("Debian package valgrind"));
  EXPECT_EQ(machine.finding("CPU counter").status, FindingStatus::kNotNeeded);
}

}  // namespace
}  // namespace ncu_regions
