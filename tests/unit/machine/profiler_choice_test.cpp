#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/machine.h"
#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

Settings settings_for(const std::string& profiler) {
  Settings settings;
  settings.profiler = profiler;
  settings.origins = {{"profiler", "x.yaml:3"}};
  return settings;
}

Workload host_workload() {
  Workload workload;
  workload.host_command = {"/bin/net"};
  return workload;
}

TEST(ProfilerChoice, WithoutADriverTheHostBuildIsMeasuredAndTheReasonSaysWhy) {
  const ProfilerChoice choice = choose_profiler(settings_for("auto"), host_workload(), {});

  EXPECT_EQ(choice.profiler, Profiler::kHost);
  EXPECT_THAT(choice.reason, HasSubstr("no NVIDIA driver"));
}

TEST(ProfilerChoice, WithoutAHostBuildNothingIsMeasured) {
  const ProfilerChoice choice = choose_profiler(settings_for("auto"), {}, {});

  EXPECT_EQ(choice.profiler, Profiler::kNone);
  EXPECT_THAT(choice.reason, HasSubstr("no HOST_TARGET"));
}

TEST(ProfilerChoice, ATestThatRequiresAGpuIsNeverMeasuredOnTheHost) {
  Workload workload = host_workload();
  workload.require_gpu = true;

  EXPECT_EQ(choose_profiler(settings_for("auto"), workload, {}).profiler, Profiler::kNone);
}

TEST(ProfilerChoice, AskingForNcuIsAnErrorThatNamesTheSetting) {
  EXPECT_THAT(error_of(ErrorKind::kUsage,
                       [] { choose_profiler(settings_for("ncu"), host_workload(), {}); }),
              HasSubstr("x.yaml:3"));
}

TEST(ProfilerChoice, WithoutValgrindTheReasonNamesThePackage) {
  Machine machine;
  EXPECT_THAT(why_not_possible(HostPass::kCount, machine).value_or(""),
              HasSubstr("Debian package valgrind"));
  machine.valgrind = "/usr/bin/valgrind";
  EXPECT_EQ(why_not_possible(HostPass::kCount, machine), std::nullopt);
}

}  // namespace
}  // namespace ncu_regions
