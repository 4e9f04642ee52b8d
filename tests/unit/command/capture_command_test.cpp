#include "harness/command/capture_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace ncu_regions {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Settings some_settings() {
  Settings settings;
  settings.timeout_s = 5;
  settings.host.glibc_tunables = "t";
  settings.host.environment = {"PATH", "HOME", "TMPDIR"};
  return settings;
}

Workload some_workload(const std::string& program = "/build/net") {
  Workload workload;
  workload.host_command = {program};
  workload.args = {"--n", "3"};
  workload.environment = {"MODE=fast"};
  workload.working_directory = "/work";
  return workload;
}

const HostTools kTools = {"/lib/inject.so", "/usr/bin/valgrind", "/tmp/links"};

std::size_t bytes(const CaptureCommand& command, std::size_t first_argument) {
  std::size_t sum = 0;
  for (const std::string& variable : command.environment) sum += variable.size() + 1;
  for (std::size_t i = first_argument; i < command.argv.size(); ++i) {
    sum += command.argv[i].size() + 1;
  }
  return sum;
}

TEST(HostTimeCommand, RunsTheProgramItselfWithTheCallersEnvironment) {
  const CaptureCommand command =
      host_command({HostPass::kTime, CountMethod::kStatus, "/run/captures/1-host-time"},
                   some_settings(), some_workload(), kTools, {{"LANG", "de"}});

  EXPECT_THAT(command.argv, ElementsAre("/build/net", "--n", "3"));
  EXPECT_THAT(command.environment, Contains("LANG=de"));
  EXPECT_THAT(command.environment, Contains("MODE=fast"));
  EXPECT_THAT(command.environment, Contains("NVTX_INJECTION64_PATH=/lib/inject.so"));
  EXPECT_EQ(command.id, "1-host-time");
}

TEST(HostTimeCommand, OtherToolsAreNotLoadedIntoTheProgram) {
  const CaptureCommand command = host_command(
      {HostPass::kTime, CountMethod::kStatus, "/r/1"}, some_settings(), some_workload(), kTools,
      {{"CUDA_INJECTION64_PATH", "x"}, {"NVTX_INJECTION64_PATH", "y"}});

  EXPECT_THAT(command.environment, Not(Contains(StartsWith("CUDA_INJECTION64_PATH"))));
  EXPECT_THAT(command.environment, Not(Contains("NVTX_INJECTION64_PATH=y")));
}

TEST(HostCountCommand, RunsTheProgramUnderCallgrindWithFixedOptions) {
  const CaptureCommand command =
      host_command({HostPass::kCount, CountMethod::kStatus, "/r%1/2-host-count"}, some_settings(),
                   some_workload(), kTools, {});

  EXPECT_THAT(
      command.argv,
      ElementsAre("/usr/bin/valgrind", "--command-line-only=yes", "--tool=callgrind",
                  "--log-file=/r%%1/2-host-count/cg.%p.log", "--callgrind-out-file=/dev/null",
                  "--trace-children=yes", "--fair-sched=no", "--fn-skip=?*(*", "--fn-skip=Py*",
                  "--fn-skip=_Py*", "/build/net", "--n", "3"));
  EXPECT_THAT(command.environment, Contains("NVTX_INJECTION64_PATH=/tmp/links/library.so"));
  EXPECT_THAT(command.environment, Contains("NCU_REGIONS_EVENTS=/tmp/links/events"));
}

TEST(HostCountCommand, OnlyAllowListedVariablesArePassedOn) {
  const CaptureCommand command = host_command(
      {HostPass::kCount, CountMethod::kStatus, "/r/2"}, some_settings(), some_workload(), kTools,
      {{"HOME", "/home/me"}, {"USER", "me"}, {"GLIBC_TUNABLES", "mine"}});

  EXPECT_THAT(command.environment, Contains("HOME=/home/me"));
  EXPECT_THAT(command.environment, Contains("PATH="));  // absent, but the number stays the same
  EXPECT_THAT(command.environment, Contains("TMPDIR=/tmp"));  // an empty one would be an error
  EXPECT_THAT(command.environment, Contains("GLIBC_TUNABLES=t"));
  EXPECT_THAT(command.environment, Not(Contains(StartsWith("USER="))));
}

TEST(HostCountCommand, ArgumentsAndEnvironmentHaveTheSameSizeWhoeverCalls) {
  const CaptureCommand one = host_command({HostPass::kCount, CountMethod::kStatus, "/r/2"},
                                          some_settings(), some_workload(), kTools, {});
  const CaptureCommand other =
      host_command({HostPass::kCount, CountMethod::kStatus, "/elsewhere/2"}, some_settings(),
                   some_workload("/a/much/longer/path/to/the/same/net"), kTools,
                   {{"HOME", std::string(500, 'h')}, {"PATH", "/bin"}, {"LANG", "de"}});

  EXPECT_EQ(bytes(one, 10), bytes(other, 10));
  EXPECT_EQ(one.environment.size(), other.environment.size());
}

TEST(HostCountCommand, DumpsGoIntoFilesOfTheirOwn) {
  const CaptureCommand command = host_command({HostPass::kCount, CountMethod::kDump, "/r/2"},
                                              some_settings(), some_workload(), kTools, {});

  EXPECT_THAT(command.argv, Contains("--callgrind-out-file=/r/2/cg.%p.out"));
  EXPECT_THAT(command.argv, Contains("--combine-dumps=yes"));
  EXPECT_THAT(command.environment, Contains("NCU_REGIONS_COUNT=callgrind-dump"));
}

TEST(HostCacheCommand, CachesAreSimulatedWithGivenSizes) {
  const CaptureCommand command = host_command({HostPass::kCache, CountMethod::kStatus, "/r/3"},
                                              some_settings(), some_workload(), kTools, {});

  EXPECT_THAT(command.argv, Contains("--cache-sim=yes"));
  EXPECT_THAT(command.argv, Contains("--D1=32768,8,64"));
}

TEST(HostSampleCommand, RunsTheProgramItself) {
  for (const HostPass pass : {HostPass::kCpuTime, HostPass::kPerf}) {
    const CaptureCommand command = host_command({pass, CountMethod::kStatus, "/r/3"},
                                                some_settings(), some_workload(), kTools, {});
    EXPECT_EQ(command.argv.front(), "/build/net");
    EXPECT_THAT(command.environment, Contains("NCU_REGIONS_COUNT=" + std::string(to_string(pass))));
  }
}

TEST(ShellLine, IsQuotedForAShell) {
  CaptureCommand command;
  command.argv = {"/bin/a b", "--x=1", "$(reboot)"};

  EXPECT_EQ(shell_line(command.argv), "'/bin/a b' --x=1 '$(reboot)'");
}

}  // namespace
}  // namespace ncu_regions
