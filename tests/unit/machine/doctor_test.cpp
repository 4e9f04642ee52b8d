#include "harness/machine/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/unit/machine/fake_machine.h"
#include "tests/unit/machine/fake_programs.h"

namespace ncu_regions {
namespace {

using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto kOk = FindingStatus::kOk;
constexpr auto kWarning = FindingStatus::kWarning;
constexpr auto kMissing = FindingStatus::kMissing;

TEST(Doctor, OnAGoodMachineNcuMeasuresAndNothingIsToBeDone) {
  const DoctorReport report = GpuMachine().examined();

  EXPECT_TRUE(report.gpu_measurable);
  EXPECT_EQ(report.gpu_reason, "NVIDIA A100 with ncu 2024.2.0.0");
  EXPECT_EQ(report.profiler, "ncu");
  EXPECT_THAT(report.findings, Each(Field(&Finding::fix, IsEmpty())));
}

TEST(Doctor, WithoutADriverTheHostProfilerIsUsedAndNothingIsSaidAboutTheGpu) {
  const FakeMachine machine;
  const DoctorReport report = machine.examined();

  EXPECT_FALSE(report.gpu_measurable);
  EXPECT_EQ(report.gpu_reason, "no NVIDIA driver; no Nsight Compute (ncu)");
  EXPECT_EQ(report.profiler, "host");
  for (const char* topic : {"GPU", "MIG", "counter permission", "counter users", "clock control"}) {
    EXPECT_EQ(machine.finding(topic).topic, "") << topic;
  }
}

TEST(Doctor, WithoutADriverNcuIsQuotedAndTheBusDecidesWhatToDo) {
  FakeMachine machine;
  machine.answers.driver_word = "==ERROR== Driver could not be loaded.\nmore\n";
  const Finding none = machine.finding("driver");
  machine.file("/sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
  const Finding device = machine.finding("driver");
  machine.file("/.dockerenv", "");

  EXPECT_THAT(none.text, HasSubstr("ncu says: Driver could not be loaded."));
  EXPECT_THAT(none.text, Not(HasSubstr("more")));
  EXPECT_THAT(none.text, HasSubstr("PCI bus"));
  EXPECT_THAT(none.fix, HasSubstr("a machine that has an NVIDIA GPU"));
  EXPECT_THAT(device.text, Not(HasSubstr("PCI bus")));
  EXPECT_THAT(device.fix, HasSubstr("nvidia-driver"));
  EXPECT_THAT(machine.finding("driver").fix, HasSubstr("--gpus all"));
}

TEST(Doctor, WithoutNcuTheGpuCannotBeMeasured) {
  GpuMachine machine;
  machine.answers.ncu.reset();

  EXPECT_EQ(machine.examined().gpu_reason, "no Nsight Compute (ncu)");
  EXPECT_THAT(machine.finding("ncu").fix, HasSubstr("nsight-compute"));
  EXPECT_THAT(machine.finding("ncu").text, HasSubstr("/usr/local/cuda/bin"));
}

TEST(Doctor, TheVersionOfTheDriverIsShownOpenOrNot) {
  GpuMachine machine;
  machine.file("/proc/driver/nvidia/version",
               "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  565.57.01  Release\n");

  EXPECT_EQ(machine.finding("driver").text, "565.57.01");
}

TEST(Doctor, AStubOnTheLibraryPathIsNamed) {
  GpuMachine machine;
  machine.file("/cuda/lib64/stubs/libcuda.so", "");
  machine.file("/cuda/lib64/libcuda.so", "");
  machine.view.environment["LD_LIBRARY_PATH"] = "/cuda/lib64";
  EXPECT_EQ(machine.finding("stub libcuda").topic, "");

  machine.view.environment["LD_LIBRARY_PATH"] = "/x:/cuda/lib64/stubs/";
  EXPECT_THAT(machine.finding("stub libcuda").fix, HasSubstr("LD_LIBRARY_PATH"));

  machine.view.environment.erase("LD_LIBRARY_PATH");
  machine.file("/etc/ld.so.conf.d/cuda.conf", "# a comment\n /cuda/lib64/stubs \n");
  EXPECT_THAT(machine.finding("stub libcuda").fix, HasSubstr("/etc/ld.so.conf.d/cuda.conf"));
}

TEST(Doctor, ADriverWithoutADeviceIsNoGpu) {
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

TEST(Doctor, AGpuThatIsSlowedDownIsAWarningWithTheReason) {
  GpuMachine machine;
  machine.gpu().throttle_reasons = {"software power cap"};

  EXPECT_EQ(machine.finding("GPU").status, kWarning);
  EXPECT_THAT(machine.finding("GPU").text, HasSubstr("slowed down now: software power cap"));
  EXPECT_TRUE(machine.examined().gpu_measurable);
}

TEST(Doctor, OtherProgramsOnTheGpuAreNamedSafelyAndNotAllOfThem) {
  GpuMachine machine;
  for (int i = 0; i < 7; ++i) {
    machine.gpu().processes.push_back({std::to_string(i), "a\x1b[2J\nb", "GPU-a"});
  }
  const Finding finding = machine.finding("other programs");

  EXPECT_THAT(finding.text, HasSubstr("a\\x1b[2J\\x0ab (pid 4, GPU 0) and 2 more"));
  EXPECT_EQ(finding.text.find('\n'), std::string::npos);
  EXPECT_EQ(finding.status, kWarning);
}

TEST(Doctor, CountersForAdministratorsNeedACapability) {
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

TEST(Doctor, PerfmonIsEnoughSinceDriver565) {
  GpuMachine machine;
  machine.permission("1");
  machine.capabilities("0000004000000000");
  EXPECT_EQ(machine.finding("counter permission").status, kMissing);

  machine.driver("565.57.01");
  EXPECT_EQ(machine.finding("counter permission").status, kOk);
}

TEST(Doctor, InAContainerTheFixesAreThoseOfAContainer) {
  GpuMachine machine;
  machine.file("/run/.containerenv", "");
  machine.permission("1");

  EXPECT_THAT(machine.finding("counter permission").fix, HasSubstr("--cap-add=SYS_ADMIN"));
  EXPECT_EQ(machine.finding("clock control").status, kWarning);
  EXPECT_THAT(machine.finding("counter users").text, HasSubstr("cannot be seen"));
}

TEST(Doctor, ACapabilityInAUserNamespaceIsNotTrusted) {
  GpuMachine machine;
  machine.permission("1");
  machine.capabilities("000001ffffffffff");
  machine.file("/proc/self/uid_map", "         0          0 4294967295\n");
  EXPECT_EQ(machine.finding("counter permission").status, kOk);

  machine.file("/proc/self/uid_map", "         0       1000          1\n");
  EXPECT_EQ(machine.finding("counter permission").status, kWarning);
}

TEST(Doctor, AnUnknownPermissionIsNotCalledOpen) {
  GpuMachine machine;
  machine.file("/proc/driver/nvidia/params", "Other: 1\n");

  EXPECT_EQ(machine.finding("counter permission").status, kWarning);
  EXPECT_THAT(machine.finding("counter permission").text, HasSubstr("not known"));
}

TEST(Doctor, DcgmIsSeenByTheNamesOfItsProcesses) {
  GpuMachine machine;
  machine.file("/proc/12/comm", "bash\n");
  EXPECT_EQ(machine.finding("counter users").status, kOk);

  machine.file("/proc/77/comm", "nv-hostengine\n");
  EXPECT_THAT(machine.finding("counter users").text, HasSubstr("nv-hostengine (pid 77)"));
  EXPECT_THAT(machine.finding("counter users").fix, HasSubstr("dcgmi profile --pause"));
}

TEST(Doctor, OnMigClocksCannotBeLocked) {
  GpuMachine machine;
  machine.gpu().mig = "Enabled";

  EXPECT_THAT(machine.finding("MIG").text, HasSubstr("on for GPU 0"));
  EXPECT_THAT(machine.finding("clock control").fix, HasSubstr("ncu_cli.clock_control=none"));
}

TEST(Doctor, PersistenceModeOffIsAWarning) {
  GpuMachine machine;
  machine.gpu().persistence = "Disabled";

  EXPECT_THAT(machine.finding("persistence mode").fix, HasSubstr("nvidia-smi -pm 1"));
}

TEST(Doctor, WslHasTheDriverOfWindows) {
  GpuMachine machine;
  std::filesystem::remove_all(machine.view.at("/proc/driver"));
  machine.file("/proc/version", "Linux version 5.15.0-Microsoft-standard-WSL2\n");
  machine.gpu().driver = "560.1";

  EXPECT_EQ(machine.finding("driver").text, "560.1 (of Windows)");
  EXPECT_THAT(machine.finding("clock control").text, HasSubstr("in WSL"));
  EXPECT_THAT(machine.finding("counter permission").text, HasSubstr("Windows"));
  EXPECT_TRUE(machine.examined().gpu_measurable);
}

TEST(Doctor, ANcuThatReachesADriverIsBelieved) {
  FakeMachine machine;
  machine.answers.ncu = NcuProgram{"/opt/ncu", "2024.2.0.0", {2024, 2}};
  machine.answers.driver_word = "Device NVIDIA Orin\n";

  EXPECT_EQ(machine.finding("driver").status, kOk);
}

TEST(Doctor, FoldersAreReallyWrittenTo) {
  GpuMachine machine;
  EXPECT_EQ(machine.finding("temporary files").status, kOk);
  EXPECT_TRUE(std::filesystem::is_empty(machine.view.at("/tmp")));

  machine.view.environment = {{"TMPDIR", "/no/such"}, {"HOME", "/nowhere"}};
  EXPECT_EQ(machine.finding("temporary files").status, kMissing);
  EXPECT_EQ(machine.finding("home folder").status, kWarning);
  EXPECT_EQ(machine.examined().gpu_reason, "no folder for temporary files");
  EXPECT_EQ(machine.examined().profiler, "none");
}

TEST(Doctor, ALockFileThatWeMayWriteToIsNoFinding) {
  GpuMachine machine;
  machine.file("/tmp/nsight-compute-lock", "");

  EXPECT_EQ(machine.finding("lock files").topic, "");
}

TEST(Doctor, ALockFileOfAnotherUserIsNamed) {
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

TEST(Doctor, AFolderOfLocksThatWeMayNotWriteToIsNamed) {
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

TEST(Doctor, VariablesOfOtherToolsAreToldWithWhatBecomesOfThem) {
  GpuMachine machine;
  EXPECT_EQ(machine.finding("other tool").topic, "");

  machine.view.environment["CUDA_INJECTION64_PATH"] = "/opt/tool\n.so";
  EXPECT_THAT(machine.finding("other tool").text, HasSubstr("/opt/tool\\x0a.so"));
  EXPECT_THAT(machine.finding("other tool").text, HasSubstr("removes it"));
}

TEST(Doctor, WithoutValgrindTheHostProfilerCountsNoInstructions) {
  FakeMachine machine;
  machine.answers.machine.valgrind.reset();
  machine.answers.machine.no_perf_counter = "not permitted";

  EXPECT_THAT(machine.examined().profiler_reason, HasSubstr("without instruction counts"));
  EXPECT_THAT(machine.finding("valgrind").fix, HasSubstr("Debian package valgrind"));
  EXPECT_EQ(machine.finding("CPU counter").status, FindingStatus::kNotNeeded);
}

TEST(DoctorPrograms, NcuIsAskedAboutTheDriverOnlyWhenTheKernelKnowsNone) {
  FakePrograms programs;
  FakeMachine machine;
  const auto ncu = programs.add("ncu",
                                "case \"$1\" in --version) echo Version 2024.2.0.0;; "
                                "*) echo '==ERROR== Driver could not be loaded.'; exit 1;; esac");
  machine.view.environment["NCU_REGIONS_NCU"] = ncu.string();

  const ProgramAnswers without = ask_programs(machine.view);
  machine.driver("550.54.15");
  const ProgramAnswers with = ask_programs(machine.view);

  ASSERT_TRUE(without.ncu.has_value());
  EXPECT_EQ(without.ncu->version_text, "2024.2.0.0");
  EXPECT_THAT(without.driver_word, HasSubstr("could not be loaded"));
  EXPECT_EQ(with.driver_word, "");
}

TEST(DoctorPrograms, AnNcuThatListsMoreThanIsReadReachesADriver) {
  FakePrograms programs;
  FakeMachine machine;
  machine.view.environment["NCU_REGIONS_NCU"] =
      programs
          .add("ncu",
               "case \"$1\" in --version) echo Version 2024.2.0.0;; *) yes sm__cycles;; esac")
          .string();
  machine.answers = ask_programs(machine.view);

  EXPECT_EQ(machine.finding("driver").text, "ncu reaches one");
}

TEST(DoctorPrograms, AnNcuThatIsNoneIsAFindingAndNoError) {
  FakeMachine machine;
  machine.view.environment["NCU_REGIONS_NCU"] = "/bin/false";
  machine.answers = ask_programs(machine.view);

  EXPECT_EQ(machine.finding("ncu").status, kMissing);
  EXPECT_THAT(machine.finding("ncu").fix, HasSubstr("NCU_REGIONS_NCU"));
}

}  // namespace
}  // namespace ncu_regions
