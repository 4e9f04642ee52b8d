#include "harness/run/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace ncu_regions {
namespace {

constexpr double kGraceSeconds = 5;
constexpr int kAboveInherited = 20;  // file numbers that a program is given are below

double now_s() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

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

[[noreturn]] void become_program(const SupervisedProgram& program, int error_to) {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_DFL);
  const int error_file = fcntl(error_to, F_DUPFD_CLOEXEC, kAboveInherited);
  if (take_files(program.files) &&
      (program.working_directory == nullptr || chdir(program.working_directory) == 0)) {
    execve(program.argv[0], program.argv.data(), program.environment.data());
  }
  const int error = errno;
  if (write(error_file, &error, sizeof(error)) < 0) _exit(126);
  _exit(127);
}

std::vector<pid_t> children_of(pid_t pid) {
  const std::string id = std::to_string(pid);
  std::ifstream in("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; in >> child;) children.push_back(child);
  return children;
}

void add_tree(pid_t pid, std::vector<pid_t>& tree) {
  for (const pid_t child : children_of(pid)) {
    tree.push_back(child);
    add_tree(child, tree);
  }
}

// Parents first: a profiler whose program ends before it would take that for the end of a run, and
// write its report.
void signal_tree(pid_t pid, int number) {
  std::vector<pid_t> tree;
  add_tree(pid, tree);
  for (const pid_t process : tree) kill(process, number);
}

// A subreaper adopts every orphan of the tree: when no child is left, nothing is left. Killing is
// repeated, because a fork may race with it.
void end_everything() {
  const double deadline = now_s() + kGraceSeconds;
  int number = SIGTERM;
  for (;;) {
    signal_tree(getpid(), number);
    for (int i = 0; i < 20; ++i) {
      pid_t ended = 0;
      do {
        ended = waitpid(-1, nullptr, WNOHANG);
      } while (ended > 0);
      if (ended < 0 && errno == ECHILD) return;
      timespec pause = {0, 5'000'000};
      nanosleep(&pause, nullptr);
    }
    if (now_s() > deadline) number = SIGKILL;
  }
}

pid_t start(const SupervisedProgram& program, SupervisorReport& report) {
  int error_pipe[2];
  if (pipe2(error_pipe, O_CLOEXEC) != 0) {
    report.start_error = errno;
    return -1;
  }
  const pid_t pid = fork();
  if (pid == 0) become_program(program, error_pipe[1]);
  if (pid < 0) report.start_error = errno;
  close(error_pipe[1]);
  int error = 0;
  if (pid > 0 && read(error_pipe[0], &error, sizeof(error)) == sizeof(error)) {
    report.start_error = error;
  }
  close(error_pipe[0]);
  return pid;
}

// Reaps what has ended. True when the program itself has.
bool reap(pid_t program, SupervisorReport& report) {
  int status = 0;
  for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid != program) continue;
    report.status = status;
    report.ended = true;
  }
  return report.ended;
}

// Returns when the program ended, when its time is over, or when the harness is gone.
void wait_for_end(const SupervisedProgram& program, int harness_alive, int child_signals,
                  SupervisorReport& report) {
  const double deadline = now_s() + program.timeout_s;
  while (!reap(report.pid, report)) {
    const double left = deadline - now_s();
    if (left <= 0) {
      report.timed_out = true;
      return;
    }
    pollfd events[] = {{harness_alive, POLLIN, 0}, {child_signals, POLLIN, 0}};
    poll(events, 2, static_cast<int>(std::min(left * 1000 + 1, 60'000.0)));
    if (events[0].revents != 0) return;
    signalfd_siginfo ignored;
    if (events[1].revents != 0 && read(child_signals, &ignored, sizeof(ignored)) < 0) return;
  }
}

void detach() {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);  // a caller that ignores it would take the program's status from us
  // ctest waits until nobody holds its output pipes open: we must not.
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int number : {0, 1, 2}) dup2(null, number);
}

}  // namespace

void supervise(const SupervisedProgram& program, int harness_alive, int report_to) {
  detach();
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  const int child_signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  SupervisorReport report;
  report.pid = start(program, report);
  if (report.pid > 0 && report.start_error == 0) {
    wait_for_end(program, harness_alive, child_signals, report);
  }
  end_everything();
  if (write(report_to, &report, sizeof(report)) < 0) _exit(1);
  _exit(0);
}

}  // namespace ncu_regions
