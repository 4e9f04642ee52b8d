#include "harness/process/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace ncu_regions {
namespace {

constexpr int kAboveInherited = 20;  // file numbers that a program is given are below

struct StartPipes {
  int go[2];
  int error[2];
};

// Numbers that the program gets may be taken here by something else: move everything out of the
// way first, then into place.
bool take_files(const std::vector<std::pair<int, int>>& files) {
  std::vector<std::pair<int, int>> high;
  high.reserve(files.size());
  for (const auto& [number, file] : files) {
    high.emplace_back(number, fcntl(file, F_DUPFD_CLOEXEC, kAboveInherited));
  }
  return std::ranges::all_of(high, [](const auto& entry) {
    return entry.second >= 0 && dup2(entry.second, entry.first) >= 0;
  });
}

// The last resort: when harness and supervisor are killed at the same moment, at least the program
// itself ends.
void die_with(pid_t supervisor) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
}

void wait_for_go(const StartPipes& pipes) {
  close(pipes.go[1]);
  char byte = 0;
  ssize_t got = 0;
  do {
    got = read(pipes.go[0], &byte, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) _exit(127);
}

[[noreturn]] void become_program(const SupervisedProgram& program, pid_t supervisor,
                                 const StartPipes& pipes) {
  die_with(supervisor);
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXFSZ}) signal(number, SIG_DFL);
  wait_for_go(pipes);
  const int error_file = fcntl(pipes.error[1], F_DUPFD_CLOEXEC, kAboveInherited);
  if (take_files(program.files) &&
      (program.working_directory == nullptr || chdir(program.working_directory) == 0)) {
    execve(program.argv[0], program.argv.data(), program.environment.data());
  }
  const int error = errno;
  if (write(error_file, &error, sizeof(error)) < 0) _exit(126);
  _exit(127);
}

void detach() {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // stays set when the supervisor takes over
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);  // a caller that ignores it would take the program's status from us
  // ctest waits until nobody holds its output pipes open: we must not.
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int number : {0, 1, 2}) dup2(null, number);
}

[[noreturn]] void fail(SupervisorReport report, int report_to) {
  if (report.pid > 0) {
    kill(report.pid, SIGKILL);
    waitpid(report.pid, nullptr, 0);
  }
  if (write(report_to, &report, sizeof(report)) < 0) _exit(126);
  _exit(127);
}

// The supervisor's own environment is empty: what the program's variables preload is not for it.
// Its name says nothing of ours: what kills every "ncu-regions" leaves it alive to end the program.
void become_watcher(const std::string& supervisor, const SupervisedProgram& program, pid_t pid,
                    const SupervisorPipes& pipes, const StartPipes& start) {
  char words[kSupervisorArguments][32];
  const int numbers[] = {pid, pipes.alive, pipes.report, start.go[1], start.error[0]};
  for (int i = kProgramArgument; i <= kErrorArgument; ++i) {
    snprintf(words[i], sizeof(words[i]), "%d", numbers[i - 1]);
    if (i > kProgramArgument) fcntl(numbers[i - 1], F_SETFD, 0);
  }
  snprintf(words[kTimeoutArgument], sizeof(words[0]), "%.6f", program.timeout_s);
  char name[] = "workload-supervisor";
  char* argv[kSupervisorArguments + 1] = {name};
  for (int i = kProgramArgument; i < kSupervisorArguments; ++i) argv[i] = words[i];
  char* no_environment[] = {nullptr};
  execve(supervisor.c_str(), argv, no_environment);
}

}  // namespace

void become_supervisor(const SupervisedProgram& program, const std::string& supervisor,
                       const SupervisorPipes& pipes) {
  detach();
  SupervisorReport report;
  StartPipes start;
  if (pipe2(start.go, O_CLOEXEC) != 0 || pipe2(start.error, O_CLOEXEC) != 0) {
    report.start_error = errno;
    fail(report, pipes.report);
  }
  const pid_t self = getpid();
  report.pid = fork();
  if (report.pid == 0) become_program(program, self, start);
  if (report.pid < 0) {
    report.start_error = errno;
    fail(report, pipes.report);
  }
  close(start.go[0]);
  close(start.error[1]);
  become_watcher(supervisor, program, report.pid, pipes, start);
  report.supervisor_error = errno;
  fail(report, pipes.report);
}

}  // namespace ncu_regions
