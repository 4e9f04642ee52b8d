#include "harness/machine/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/machine/fake_machine.h"
#include "tests/unit/machine/fake_programs.h"

namespace ncu_regions {
namespace {

using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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
  machine.answers.driver_word =
      "==WARNING== No home.\n==ERROR== Driver could not be loaded.\nmore\n";
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

TEST(Doctor, NcuIsBelievedMoreThanNvidiaSmi) {
  GpuMachine machine;
  std::filesystem::remove_all(machine.view.at("/proc/driver"));
  machine.answers.driver_word = "==ERROR== Driver could not be loaded.\n";

  EXPECT_EQ(machine.examined().gpu_reason, "no NVIDIA driver that ncu reaches");
  EXPECT_THAT(machine.finding("driver").fix, HasSubstr("libcuda.so.1"));
}

TEST(Doctor, ANcuThatReachesADriverIsBelieved) {
  FakeMachine machine;
  machine.answers.ncu = NcuProgram{"/opt/ncu", "2024.2.0.0", {2024, 2}};
  machine.answers.driver_word = "Device NVIDIA Orin\n";

  EXPECT_EQ(machine.finding("driver").status, kOk);
}

TEST(DoctorPrograms, NcuIsAskedAboutTheDriverOnlyWhenTheKernelKnowsNone) {
  FakePrograms programs;
  FakeMachine machine;
  const auto ncu = programs.add("ncu",
                                "case \"$1\" in --version) echo Version 2024.2.0.0;; "
                                "*) echo \"==ERROR== Driver could not be loaded, "
                                "$NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT\"; exit 1;; "
                                "esac");
  machine.view.environment["NCU_REGIONS_NCU"] = ncu.string();

  const ProgramAnswers without = ask_programs(machine.view);
  machine.driver("550.54.15");
  const ProgramAnswers with = ask_programs(machine.view);

  ASSERT_TRUE(without.ncu.has_value());
  EXPECT_EQ(without.ncu->version_text, "2024.2.0.0");
  EXPECT_THAT(without.driver_word, HasSubstr("could not be loaded, 1"));
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
