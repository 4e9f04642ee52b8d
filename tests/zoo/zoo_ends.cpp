// Zoo: programs that begin or end inside a range.
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "tests/zoo/zoo.h"

namespace {

// Opened before main and closed after it.
struct Around {
  Around() { nvtxRangePushA("around main"); }
  ~Around() {
    nvtxRangePop();
    empty_range("in a static destructor");
  }
};
Around* around() {
  static Around object;
  return &object;
}

// Only in the modes that ask for it: the other ends would be nested in it.
__attribute__((constructor)) void before_main(int argc, char** argv, char**) {
  if (argc > 1 && strcmp(argv[1], "statics") == 0) around();
}

void in_atexit() {
  nvtxRangePushA("in atexit");
  empty_range("inside");
  nvtxRangePop();
}
void statics() {
  atexit(in_atexit);
  empty_range("main");
}

// Several windows of events, then the end in the middle of two ranges.
void open_ranges() {
  for (int i = 0; i < 10000; ++i) empty_range("again");
  nvtxRangePushA("open");
  nvtxRangePushA("at the end");
}
void leave_now() {
  open_ranges();
  _exit(5);
}
void leave() {
  open_ranges();
  exit(6);
}
void crash() {
  prctl(PR_SET_DUMPABLE, 0);  // no core file
  open_ranges();
  *static_cast<volatile int*>(nullptr) = 1;
}
void aborted() {
  prctl(PR_SET_DUMPABLE, 0);
  open_ranges();
  abort();
}
void killed() {
  open_ranges();
  kill(getpid(), SIGKILL);
}

constexpr Mode kModes[] = {
    {"statics", statics}, {"_exit", leave_now}, {"exit", leave},
    {"segv", crash},      {"abort", aborted},   {"kill", killed},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
