#include "harness/run/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

CaptureCommand shell(const std::string& script, double timeout_s = 60) {
  CaptureCommand command;
  command.id = "1-test";
  command.argv = {"/bin/sh", "-c", script};
  command.environment = {"PATH=/usr/bin:/bin", "GREETING=hello"};
  command.timeout_s = timeout_s;
  return command;
}

bool is_alive(pid_t pid) { return kill(pid, 0) == 0; }

TEST(RunProcess, OutputGoesToFilesAndTheExitCodeIsReported) {
  const TempFolder folder;

  const ProcessEnd end = run_process(shell("echo $GREETING; echo oops >&2; exit 7"), folder.path());

  EXPECT_EQ(end.exit_code, 7);
  EXPECT_EQ(read_file(folder / "stdout.txt"), "hello\n");
  EXPECT_EQ(read_file(folder / "stderr.txt"), "oops\n");
}

TEST(RunProcess, ASignalIsReportedAsOne) {
  const TempFolder folder;
  const CaptureCommand command = shell("kill -SEGV $$");

  const ProcessEnd end = run_process(command, folder.path());

  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_THAT(
      error_of(ErrorKind::kMeasurement, [&] { require_success(end, command, folder.path()); }),
      HasSubstr("signal 11"));
}

TEST(RunProcess, TheLastWordsOfAFailedProgramAreQuotedHarmlessly) {
  const TempFolder folder;
  const CaptureCommand command = shell("printf 'a\\n::error::x\\033[31m\\n' >&2; exit 1");
  const ProcessEnd end = run_process(command, folder.path());

  EXPECT_THAT(
      error_of(ErrorKind::kMeasurement, [&] { require_success(end, command, folder.path()); }),
      HasSubstr("standard error:\n  | a\n  | ::error::x\\x1b[31m"));
}

TEST(RunProcess, AWorkloadThatExits77IsAFailureNotASkip) {
  const TempFolder folder;
  const CaptureCommand command = shell("exit 77");
  const ProcessEnd end = run_process(command, folder.path());

  EXPECT_THAT(
      error_of(ErrorKind::kMeasurement, [&] { require_success(end, command, folder.path()); }),
      HasSubstr("exit code 77, expected 0"));
}

TEST(RunProcess, WhatRunsTooLongIsEndedWithAllItsChildren) {
  const TempFolder folder;
  const CaptureCommand command = shell("sleep 1000 & echo $!; wait", 0.2);

  const ProcessEnd end = run_process(command, folder.path());

  EXPECT_TRUE(end.timed_out);
  EXPECT_FALSE(is_alive(std::stoi(read_file(folder / "stdout.txt"))));
  EXPECT_THAT(
      error_of(ErrorKind::kMeasurement, [&] { require_success(end, command, folder.path()); }),
      HasSubstr("after 0.2 s"));
}

TEST(RunProcess, ADaemonThatTheProgramLeavesBehindIsEnded) {
  const TempFolder folder;

  const ProcessEnd end =
      run_process(shell("setsid sh -c 'sleep 1000 & echo $!' ; exit 0"), folder.path());

  EXPECT_EQ(end.exit_code, 0);
  EXPECT_FALSE(is_alive(std::stoi(read_file(folder / "stdout.txt"))));
}

TEST(RunProcess, AProgramThatCannotBeStartedIsNamed) {
  const TempFolder folder;
  CaptureCommand command = shell("");
  command.argv = {"/no/such/program"};

  EXPECT_THAT(error_of(ErrorKind::kMeasurement, [&] { run_process(command, folder.path()); }),
              HasSubstr("cannot start /no/such/program"));
}

TEST(RunProcess, ACallerThatIgnoresTheEndOfItsChildrenChangesNothing) {
  const TempFolder folder;
  const auto before = signal(SIGCHLD, SIG_IGN);

  const ProcessEnd end = run_process(shell("exit 5", 20), folder.path());

  signal(SIGCHLD, before);
  EXPECT_FALSE(end.timed_out);
  EXPECT_EQ(end.exit_code, 5);
}

// The harness in a child of this test, killed while the workload runs.
TEST(RunProcess, NothingSurvivesTheHarnessBeingKilled) {
  const TempFolder folder;
  const std::string pid_file = (folder / "pid").string();
  const pid_t harness = fork();
  if (harness == 0) {
    const std::string tell = "echo $$ > " + pid_file + ".tmp; mv " + pid_file + ".tmp " + pid_file;
    run_process(shell(tell + "; sleep 1000"), folder.path());
    _exit(0);
  }
  while (!std::filesystem::exists(pid_file)) usleep(1000);
  const pid_t workload = std::stoi(read_file(pid_file));
  kill(harness, SIGKILL);
  waitpid(harness, nullptr, 0);
  while (is_alive(workload)) usleep(1000);  // ctest's timeout is the failure
}

}  // namespace
}  // namespace ncu_regions
