// workload-supervisor: the process above a program that is measured. It ends the program and
// everything below it when the program's time is over, when the harness is gone, and when the
// program itself has ended. The harness starts it (harness/process/launch.cpp); it is an executable
// of its own, so that killing every process called ncu-regions leaves it alive to do so.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "harness/process/process_tree.h"
#include "harness/process/supervisor_report.h"

namespace ncu_regions {
namespace {

// From SIGTERM to SIGKILL. Without the harness nobody waits for what a program says at its end.
constexpr double kGraceSeconds = 5;
constexpr double kGraceSecondsAlone = 3;

struct Watch {
  int alive;
  int child_signals;
  double timeout_s;
  bool harness_gone = false;
};

// Reaps what has ended. True when no child is left.
bool reap(SupervisorReport& report) {
  int status = 0;
  pid_t pid = 0;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    if (pid != report.pid || report.timed_out) continue;
    report.status = status;
    report.ended = true;
  }
  return pid < 0 && errno == ECHILD;
}

// A subreaper adopts every orphan of the tree: when no child is left, nothing is left. Killing is
// repeated, because a fork may race with it.
void end_everything(const Watch& watch, SupervisorReport report) {
  const double grace = watch.harness_gone ? kGraceSecondsAlone : kGraceSeconds;
  const double deadline = monotonic_s() + grace;
  for (;;) {
    signal_trees(children_of(getpid()), monotonic_s() > deadline ? SIGKILL : SIGTERM);
    for (int i = 0; i < 20; ++i) {
      if (reap(report)) return;
      const timespec pause = {0, 5'000'000};
      nanosleep(&pause, nullptr);
    }
  }
}

// Returns when the program ended, when its time is over, or when the harness is gone.
void wait_for_end(Watch& watch, SupervisorReport& report) {
  const double deadline = monotonic_s() + watch.timeout_s;
  while (!reap(report) && !report.ended) {
    const double left = deadline - monotonic_s();
    if (left <= 0) {
      report.timed_out = true;
      return;
    }
    pollfd events[] = {{watch.alive, POLLIN, 0}, {watch.child_signals, POLLIN, 0}};
    poll(events, 2, static_cast<int>(std::min(left * 1000 + 1, 60'000.0)));
    watch.harness_gone = events[0].revents != 0;
    if (watch.harness_gone) return;
    signalfd_siginfo ignored;
    if (events[1].revents != 0 && read(watch.child_signals, &ignored, sizeof(ignored)) < 0) return;
  }
}

// Lets the program begin, and waits until it has, or could not.
void let_go(int go, int error_from, SupervisorReport& report) {
  if (write(go, "g", 1) != 1) report.start_error = errno;
  close(go);
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(error_from, &error, sizeof(error));
  } while (got < 0 && errno == EINTR);
  if (got == sizeof(error)) report.start_error = error;
  close(error_from);
}

int watch_children() {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

int supervise(char** argv) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto number = [&](SupervisorArgument at) { return atoi(argv[at]); };
  SupervisorReport report;
  report.pid = number(kProgramArgument);
  Watch watch = {number(kAliveArgument), watch_children(), atof(argv[kTimeoutArgument])};
  let_go(number(kGoArgument), number(kErrorArgument), report);
  if (report.start_error == 0) wait_for_end(watch, report);
  report.left_behind = report.ended && !reap(report);
  end_everything(watch, report);
  return write(number(kReportArgument), &report, sizeof(report)) == sizeof(report) ? 0 : 1;
}

}  // namespace
}  // namespace ncu_regions

int main(int argc, char** argv) {
  if (argc != ncu_regions::kSupervisorArguments) return 2;
  return ncu_regions::supervise(argv);
}
