// doctor: the GPUs and their counters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/machine/fake_machine.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

TEST(DoctorGpu, ADriverWithoutADeviceIsNoGpu) {
  GpuMachine machine;
  machine.answers.gpus.reset();
  machine.file("/dev/nvidiactl", "");

  EXPECT_EQ(machine.finding("GPU").status, kMissing);
  EXPECT_FALSE(machine.examined().gpu_measurable);

  machine.file("/dev/nvidia0", "");
  EXPECT_EQ(machine.finding("GPU").status, kWarning);
  EXPECT_TRUE(machine.examined().gpu_measurable);

  machine.answers.gpus.emplace();
  EXPECT_THAT(machine.finding("GPU").text, HasSubstr("lists none"));
}

TEST(DoctorGpu, AGpuThatIsSlowedDownIsAWarningWithTheReason) {
  GpuMachine machine;
  machine.gpu().throttle_reasons = {"software power cap"};

  EXPECT_EQ(machine.finding("GPU").status, kWarning);
  EXPECT_THAT(machine.finding("GPU").text, HasSubstr("slowed down now: software power cap"));
  EXPECT_TRUE(machine.examined().gpu_measurable);
}

TEST(DoctorGpu, OtherProgramsOnTheGpuAreNamedSafelyAndNotAllOfThem) {
  GpuMachine machine;
  for (int i = 0; i < 7; ++i) {
    machine.gpu().processes.push_back({std::to_string(i), "a\x1b[2J\nb"});
  }
  const Finding finding = machine.finding("other programs");

  EXPECT_THAT(finding.text, HasSubstr("a\\x1b[2J\\x0ab (pid 4, GPU 0) and 2 more"));
  EXPECT_EQ(finding.text.find('\n'), std::string::npos);
  EXPECT_EQ(finding.status, kWarning);
}

TEST(DoctorGpu, CountersForAdministratorsNeedACapability) {
  GpuMachine machine;
  machine.permission("1");
  machine.capabilities("0000000000000000");
  EXPECT_EQ(machine.finding("counter permission").status, kMissing);
  EXPECT_THAT(machine.finding("counter permission").fix,
              HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  EXPECT_EQ(machine.examined().gpu_reason, "no permission to read the counters");

  machine.capabilities("0000000000200000");
  EXPECT_EQ(machine.finding("counter permission").status, kOk);
  EXPECT_TRUE(machine.examined().gpu_measurable);
}

TEST(DoctorGpu, PerfmonIsEnoughSinceDriver565) {
  GpuMachine machine;
  machine.permission("1");
  machine.capabilities("0000004000000000");
  EXPECT_EQ(machine.finding("counter permission").status, kMissing);

  machine.driver("565.57.01");
  EXPECT_EQ(machine.finding("counter permission").status, kOk);
}

TEST(DoctorGpu, InAContainerTheFixesAreThoseOfAContainer) {
  GpuMachine machine;
  machine.file("/run/.containerenv", "");
  machine.permission("1");

  EXPECT_THAT(machine.finding("counter permission").fix, HasSubstr("--cap-add=SYS_ADMIN"));
  EXPECT_EQ(machine.finding("clock control").status, kWarning);
  EXPECT_THAT(machine.finding("counter users").text, HasSubstr("cannot be seen"));
}

TEST(DoctorGpu, ACapabilityInAUserNamespaceIsNotTrusted) {
  GpuMachine machine;
  machine.permission("1");
  machine.capabilities("000001ffffffffff");
  machine.file("/proc/self/uid_map", "         0          0 4294967295\n");
  EXPECT_EQ(machine.finding("counter permission").status, kOk);

  machine.file("/proc/self/uid_map", "         0       1000          1\n");
  EXPECT_EQ(machine.finding("counter permission").status, kWarning);
}

TEST(DoctorGpu, AnUnknownPermissionIsNotCalledOpen) {
  GpuMachine machine;
  machine.file("/proc/driver/nvidia/params", "Other: 1\n");

  EXPECT_EQ(machine.finding("counter permission").status, kWarning);
  EXPECT_THAT(machine.finding("counter permission").text, HasSubstr("not known"));
}

TEST(DoctorGpu, DcgmIsSeenByTheNamesOfItsProcesses) {
  GpuMachine machine;
  machine.file("/proc/12/comm", "bash\n");
  EXPECT_EQ(machine.finding("counter users").status, kOk);

  machine.file("/proc/77/comm", "nv-hostengine\n");
  EXPECT_THAT(machine.finding("counter users").text, HasSubstr("nv-hostengine (pid 77)"));
  EXPECT_THAT(machine.finding("counter users").fix, HasSubstr("dcgmi profile --pause"));
}

TEST(DoctorGpu, OnMigClocksCannotBeLocked) {
  GpuMachine machine;
  machine.gpu().mig = "Enabled";

  EXPECT_THAT(machine.finding("MIG").text, HasSubstr("on for GPU 0"));
  EXPECT_THAT(machine.finding("clock control").fix, HasSubstr("ncu_cli.clock_control=none"));
}

TEST(DoctorGpu, PersistenceModeOffIsAWarning) {
  GpuMachine machine;
  machine.gpu().persistence = "Disabled";

  EXPECT_THAT(machine.finding("persistence mode").fix, HasSubstr("nvidia-smi -pm 1"));
}

}  // namespace
}  // namespace ncu_regions
