// Test program: opens NVTX ranges in several processes, which end in ways that the first argument
// names.
//   daemon TURNS    three children, one after the other, and work, beside a daemon in a session of
//                   its own that does not end by itself; with less than 0 turns nothing ends by
//                   itself
//   signal S COUNT  that many children which signal S ends (0: none), and nobody asks how
#include <nvtx3/nvToolsExt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr unsigned kMostSeconds = 300;

volatile int g_sink = 0;

void work(int turns) {
  nvtxRangePushA("work");
  for (int i = 0; i < turns; ++i) g_sink = g_sink + 1;
  nvtxRangePop();
}

// Widens the moments at which a test may kill one of these processes.
void linger() {
  const timespec pause = {0, 30'000'000};
  nanosleep(&pause, nullptr);
}

[[noreturn]] void wait_for_ever() {
  alarm(kMostSeconds);
  for (;;) pause();
}

void leave_a_daemon() {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    wait_for_ever();
  }
  waitpid(child, nullptr, 0);
}

[[noreturn]] void be_child(int signal, int done) {
  prctl(PR_SET_DUMPABLE, 0);  // no core file
  nvtxRangePushA("child");
  nvtxRangePop();
  linger();
  if (signal != 0 && signal != SIGKILL) raise(signal);
  if (write(done, "d", 1) == 1 && signal == SIGKILL) wait_for_ever();
  _exit(0);
}

// SIGKILL comes from the parent, as that of a system without memory would come from outside.
void run_child(int signal) {
  int done[2];
  if (pipe(done) != 0) exit(2);
  const pid_t child = fork();
  if (child == 0) be_child(signal, done[1]);
  char byte = 0;
  close(done[1]);
  if (read(done[0], &byte, 1) == 1 && signal == SIGKILL) kill(child, SIGKILL);
  close(done[0]);
  waitpid(child, nullptr, 0);
}

void with_daemon(int turns) {
  leave_a_daemon();
  for (int i = 0; i < 3; ++i) run_child(0);
  if (turns < 0) wait_for_ever();
  work(turns);
  linger();
}

}  // namespace

int main(int argc, char** argv) {
  nvtxMarkA("warm up");
  if (argc == 3 && strcmp(argv[1], "daemon") == 0) {
    with_daemon(atoi(argv[2]));
  } else if (argc == 4 && strcmp(argv[1], "signal") == 0) {
    for (int i = 0; i < atoi(argv[3]); ++i) run_child(atoi(argv[2]));
  } else {
    return 2;
  }
  return 0;
}
