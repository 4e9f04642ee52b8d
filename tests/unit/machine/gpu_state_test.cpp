#include "harness/machine/gpu_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "harness/core/files.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/machine/fake_programs.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kTwoGpus =
    "0, GPU-aaaa, NVIDIA A100-SXM4-40GB, 550.54.15, 31, 210, 1215, 400.00, Enabled, Disabled, "
    "0x0000000000000001\n"
    "1, GPU-bbbb, NVIDIA A100-SXM4-40GB, 550.54.15, 88, 1005, 1215, 400.00, Disabled, Enabled, "
    "0x0000000000000044\n";

TEST(GpuState, EveryFieldOfEveryGpuIsRead) {
  const auto gpus = gpu_states_from(kTwoGpus, "");

  ASSERT_EQ(gpus.size(), 2U);
  EXPECT_EQ(gpus[0].index, "0");
  EXPECT_EQ(gpus[0].uuid, "GPU-aaaa");
  EXPECT_EQ(gpus[0].name, "NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(gpus[0].driver, "550.54.15");
  EXPECT_EQ(gpus[0].temperature_c, "31");
  EXPECT_EQ(gpus[0].sm_clock_mhz, "210");
  EXPECT_EQ(gpus[0].memory_clock_mhz, "1215");
  EXPECT_EQ(gpus[0].power_limit_w, "400.00");
  EXPECT_EQ(gpus[0].persistence, "Enabled");
  EXPECT_EQ(gpus[0].mig, "Disabled");
  EXPECT_THAT(gpus[0].throttle_reasons, IsEmpty());
  EXPECT_EQ(gpus[1].mig, "Enabled");
  EXPECT_THAT(gpus[1].throttle_reasons,
              ElementsAre("software power cap", "hardware thermal slowdown"));
}

TEST(GpuState, WhatNvidiaSmiDoesNotKnowIsEmpty) {
  const auto gpus = gpu_states_from(
      "0, GPU-a, GeForce, 535.1, [Unknown Error], 300, N/A, [Not Supported], [N/A], [N/A], [N/A]",
      "");

  ASSERT_EQ(gpus.size(), 1U);
  EXPECT_EQ(gpus[0].temperature_c, "");
  EXPECT_EQ(gpus[0].sm_clock_mhz, "300");
  EXPECT_EQ(gpus[0].memory_clock_mhz, "");
  EXPECT_EQ(gpus[0].mig, "");
  EXPECT_THAT(gpus[0].throttle_reasons, IsEmpty());
}

TEST(GpuState, ProcessesStandAtTheirGpuAndMayHaveCommasInTheirNames) {
  const auto gpus = gpu_states_from(
      kTwoGpus, "12, /opt/a,b, GPU-bbbb\n13, python3, GPU-aaaa\n14, x, GPU-of-nobody\n");

  ASSERT_EQ(gpus.size(), 2U);
  ASSERT_EQ(gpus[0].processes.size(), 1U);
  EXPECT_EQ(gpus[0].processes[0].pid, "13");
  ASSERT_EQ(gpus[1].processes.size(), 1U);
  EXPECT_EQ(gpus[1].processes[0].name, "/opt/a,b");
}

TEST(GpuState, ANameWithACommaMovesNoOtherField) {
  const auto gpus =
      gpu_states_from("0, GPU-a, GPU, Inc, 550, 31, 1, 2, 3, Enabled, Disabled, 0x4\n", "");

  ASSERT_EQ(gpus.size(), 1U);
  EXPECT_EQ(gpus[0].name, "GPU, Inc");
  EXPECT_EQ(gpus[0].driver, "550");
  EXPECT_THAT(gpus[0].throttle_reasons, ElementsAre("software power cap"));
}

TEST(GpuState, OddTextIsNoGpu) {
  for (const std::string text :
       {"", "\n\n", "No devices were found\n", ",,,,,,,,,,,,,,,,", "0, GPU-a", "\xff\x01,\n,",
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."}) {
    EXPECT_THAT(gpu_states_from(text, text), IsEmpty()) << text;
  }
}

TEST(GpuState, OnlyWhatSlowsAGpuDownIsAThrottle) {
  EXPECT_THAT(throttle_reasons_from("0x0000000000000003"), IsEmpty());
  EXPECT_THAT(throttle_reasons_from("0x0000000000000008"), ElementsAre("hardware slowdown"));
  EXPECT_THAT(throttle_reasons_from("0x1F0"),
              ElementsAre("sync boost", "software thermal slowdown", "hardware thermal slowdown",
                          "hardware power brake", "display clock setting"));
  EXPECT_THAT(throttle_reasons_from("0x8000000000000000"),
              ElementsAre("a reason that is not known here"));
  for (const char* odd : {"", "0x", "Active", "0x1ffffffffffffffffff", "4 "}) {
    EXPECT_THAT(throttle_reasons_from(odd), IsEmpty()) << odd;
  }
}

TEST(GpuState, WithoutNvidiaSmiNothingIsKnown) {
  const FakePrograms none;

  EXPECT_EQ(look_at_gpus(1), std::nullopt);
}

TEST(GpuState, ADriverThatForgotTheOldNameIsAskedByTheNewOne) {
  FakePrograms programs;
  programs.add("nvidia-smi",
               "case \"$1\" in *throttle*) exit 2;; --query-compute*) echo 7, p, GPU-a;; "
               "*event*) echo 0, GPU-a, n, d, 1, 2, 3, 4, Enabled, Disabled, 0x8;; esac");

  const auto gpus = look_at_gpus(10);

  ASSERT_TRUE(gpus.has_value());
  ASSERT_EQ(gpus->size(), 1U);
  EXPECT_THAT(gpus->front().throttle_reasons, ElementsAre("hardware slowdown"));
  EXPECT_EQ(gpus->front().processes.size(), 1U);
}

TEST(GpuState, ANvidiaSmiThatHangsIsNotWaitedFor) {
  FakePrograms programs;
  programs.add("nvidia-smi", "exec tail -f /dev/null");

  EXPECT_EQ(look_at_gpus(0.1), std::nullopt);
}

}  // namespace
}  // namespace ncu_regions
