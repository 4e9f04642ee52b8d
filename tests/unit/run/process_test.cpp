#include "harness/run/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/processes.h"
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

bool is_alive(pid_t pid) { return is_running(pid); }

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

TEST(RunProcess, TheSignalsOfTheProgramAreThoseOfAnyOther) {
  const TempFolder folder;
  const auto before = signal(SIGXFSZ, SIG_IGN);  // as ncu-regions itself has it

  run_process(shell("grep SigIgn /proc/self/status"), folder.path());

  signal(SIGXFSZ, before);
  EXPECT_EQ(read_file(folder / "stdout.txt"), "SigIgn:\t0000000000000000\n");
}

// A harness in a child of this test, whose workload runs on beside a daemon until it is ended.
class KilledProcesses : public testing::Test {
 protected:
  KilledProcesses() {
    const std::string pids = (folder_ / "pids").string();
    harness_ = fork();
    if (harness_ == 0) {
      const std::string daemon = "setsid sh -c 'sleep 1000 & echo $!' ";
      const std::string script = "(" + daemon + "; echo $$) > " + pids + ".tmp; mv " + pids +
                                 ".tmp " + pids + "; exec sleep 1000";
      try {
        run_process(shell(script), folder_.path());
      } catch (const Error& error) {
        write_file(folder_ / "error", error.what());
        _exit(3);
      }
      _exit(0);
    }
    while (!std::filesystem::exists(pids)) usleep(1000);
    std::ifstream in(pids);
    in >> daemon_ >> workload_;
    supervisor_ = parent_of(workload_);
  }

  static pid_t parent_of(pid_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(in, text, '\0');
    return std::stoi(text.substr(text.rfind(')') + 4));
  }
  // The time limit of ctest is the failure.
  void wait_until_nothing_is_left() const {
    while (is_alive(workload_) || is_alive(daemon_)) usleep(1000);
  }
  int status_of_harness() const {
    int status = 0;
    waitpid(harness_, &status, 0);
    return status;
  }

  TempFolder folder_;
  pid_t harness_ = 0, supervisor_ = 0, workload_ = 0, daemon_ = 0;
};

TEST_F(KilledProcesses, NothingSurvivesTheHarness) {
  kill(harness_, SIGKILL);
  status_of_harness();

  wait_until_nothing_is_left();
}

TEST_F(KilledProcesses, NothingSurvivesTheSupervisorAndTheHarnessSaysSo) {
  kill(supervisor_, SIGKILL);

  EXPECT_EQ(WEXITSTATUS(status_of_harness()), 3);
  EXPECT_FALSE(is_alive(workload_));
  EXPECT_FALSE(is_alive(daemon_));
  EXPECT_THAT(read_file(folder_ / "error"), HasSubstr("supervisor of the program was killed"));
}

TEST_F(KilledProcesses, TheSupervisorIsAnotherExecutableThanTheHarness) {
  const auto program = [](pid_t pid) {
    return std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe");
  };
  EXPECT_EQ(program(supervisor_).filename(), "workload-supervisor");
  EXPECT_NE(program(supervisor_), program(harness_));
  std::ifstream in("/proc/" + std::to_string(supervisor_) + "/cmdline");
  std::string words;
  std::getline(in, words);
  EXPECT_EQ(words.find("ncu-regions"), std::string::npos) << words;
  kill(harness_, SIGKILL);
  status_of_harness();
  wait_until_nothing_is_left();
}

// At the same instant nobody is left to end the daemon: the program itself ends all the same.
TEST_F(KilledProcesses, WithHarnessAndSupervisorTheProgramItselfEnds) {
  kill(supervisor_, SIGSTOP);
  kill(harness_, SIGKILL);
  status_of_harness();
  kill(supervisor_, SIGKILL);

  while (is_alive(workload_)) usleep(1000);
  kill(daemon_, SIGKILL);
}

TEST(RunProcess, ChildrenThatTheCallerHadBeforeAreLeftAlone) {
  const TempFolder folder;
  const pid_t own = fork();
  if (own == 0) {
    alarm(300);
    pause();
    _exit(0);
  }
  const CaptureCommand kills_its_supervisor = shell("kill -KILL $PPID; sleep 1000");

  error_of(ErrorKind::kMeasurement, [&] { run_process(kills_its_supervisor, folder.path()); });

  EXPECT_TRUE(is_alive(own));
  kill(own, SIGKILL);
  waitpid(own, nullptr, 0);
}

}  // namespace
}  // namespace ncu_regions
