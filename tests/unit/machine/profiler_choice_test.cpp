#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/machine.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

Settings settings_for(const std::string& profiler) {
  Settings settings;
  settings.profiler = profiler;
  settings.origins = {{"profiler", "x.yaml:3"}};
  return settings;
}

Workload both_builds() {
  Workload workload;
  workload.gpu_command = {"/bin/net"};
  workload.host_command = {"/bin/net_host"};
  return workload;
}

ProfilerChoice choice(const std::string& profiler, const Workload& workload,
                      const std::string& no_gpu) {
  return choose_profiler(settings_for(profiler), workload, no_gpu);
}

TEST(ProfilerChoice, WhereAGpuCanBeMeasuredNcuMeasuresIt) {
  EXPECT_EQ(choice("auto", both_builds(), "").profiler, Profiler::kNcu);
  EXPECT_EQ(choice("ncu", both_builds(), "").profiler, Profiler::kNcu);
  EXPECT_EQ(choice("host", both_builds(), "").profiler, Profiler::kHost);
}

TEST(ProfilerChoice, WithoutADriverTheHostBuildIsMeasuredAndTheReasonSaysWhy) {
  const ProfilerChoice made = choice("auto", both_builds(), "no driver");

  EXPECT_EQ(made.profiler, Profiler::kHost);
  EXPECT_THAT(made.reason, HasSubstr("no driver"));
}

TEST(ProfilerChoice, WithoutAHostBuildNothingIsMeasured) {
  Workload workload = both_builds();
  workload.host_command.clear();
  const ProfilerChoice made = choice("auto", workload, "no driver");

  EXPECT_EQ(made.profiler, Profiler::kNone);
  EXPECT_THAT(made.reason, HasSubstr("no HOST_TARGET"));
}

TEST(ProfilerChoice, ATestOfAHostProgramAloneSaysSo) {
  Workload workload = both_builds();
  workload.gpu_command.clear();
  EXPECT_FALSE(needs_gpu_answer(settings_for("auto"), workload));
  const ProfilerChoice made = choice("auto", workload, "");

  EXPECT_EQ(made.profiler, Profiler::kHost);
  EXPECT_THAT(made.reason, HasSubstr("the program holds no GPU code"));
  workload.is_registered = true;
  EXPECT_THAT(choice("auto", workload, "").reason, HasSubstr("the test has no CUDA program"));
}

TEST(ProfilerChoice, ATestThatRequiresAGpuIsNeverMeasuredOnTheHost) {
  Workload workload = both_builds();
  workload.require_gpu = true;

  EXPECT_EQ(choice("auto", workload, "no driver").profiler, Profiler::kNone);
}

TEST(ProfilerChoice, AskingForNcuIsNeverAnsweredByTheHostProfiler) {
  const ProfilerChoice made = choice("ncu", both_builds(), "no driver");

  EXPECT_EQ(made.profiler, Profiler::kNone);
  EXPECT_THAT(made.reason, HasSubstr("x.yaml:3"));
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
