// doctor: whether GPU, driver, toolkit and ncu fit each other, and the trial capture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/machine/fake_machine.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

TEST(DoctorFit, AGpuThatNcuDoesNotKnowIsAWarning) {
  GpuMachine machine;
  machine.answers.gpu_chips.clear();
  machine.answers.known_chips = {"ga100", "gh100"};
  EXPECT_EQ(machine.finding("chip").status, kWarning);
  EXPECT_THAT(machine.finding("chip").text, HasSubstr("does not list the metrics of this GPU"));

  machine.answers.gpu_chips = {"ga100"};
  EXPECT_EQ(machine.finding("chip").status, kOk);

  machine.answers.gpu_chips = {"ga100", "gb202"};
  EXPECT_EQ(machine.finding("chip").status, kWarning);
  EXPECT_THAT(machine.finding("chip").text, HasSubstr("gb202: not in the list of ncu 2024.2.0.0"));
}

TEST(DoctorFit, AToolkitThatIsNewerThanTheDriverIsAWarning) {
  GpuMachine machine;
  EXPECT_EQ(machine.finding("CUDA").topic, "");

  machine.answers.driver_cuda = "12.4";
  machine.answers.toolkit_cuda = "12.9";
  EXPECT_EQ(machine.finding("CUDA").status, kOk);

  machine.answers.toolkit_cuda = "13.0";
  EXPECT_EQ(machine.finding("CUDA").status, kWarning);
  EXPECT_THAT(machine.finding("CUDA").fix, HasSubstr("update the driver"));
}

TEST(DoctorFit, ACaptureThatFailedIsTheProofThatNothingCanBeMeasured) {
  GpuMachine machine;
  EXPECT_FALSE(machine.examined().has_measured);

  machine.answers.capture = TrialCapture{kMissing, "ncu could not load the library", "ask"};
  EXPECT_FALSE(machine.examined().gpu_measurable);
  EXPECT_EQ(machine.examined().gpu_reason, "ncu cannot profile one small kernel");
  EXPECT_EQ(machine.finding("trial capture").fix, "ask");

  machine.answers.capture = TrialCapture{kOk, "one kernel was profiled: 2 us", ""};
  EXPECT_TRUE(machine.examined().has_measured);
  EXPECT_TRUE(machine.examined().gpu_measurable);

  machine.answers.capture = TrialCapture{kWarning, "another program holds the counters", "wait"};
  EXPECT_TRUE(machine.examined().gpu_measurable);
  EXPECT_FALSE(machine.examined().has_measured);

  machine.answers.capture = TrialCapture{kOk, "one kernel was profiled: 2 us", ""};
  machine.answers.gpus.reset();  // and there is no device file
  EXPECT_EQ(machine.finding("GPU").status, kWarning);
  EXPECT_TRUE(machine.examined().gpu_measurable);
}

TEST(DoctorFit, OlderNcusAreNamed) {
  GpuMachine machine;
  machine.answers.other_ncus = {{"/usr/bin/ncu", "2022.4.1.0", {2022, 4}}};
  EXPECT_THAT(machine.finding("ncu").text,
              HasSubstr("the newest of 2 (also 2022.4.1.0 in /usr/bin/ncu"));
}

}  // namespace
}  // namespace ncu_regions
