// Zoo: ranges in signal handlers.
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/zoo/zoo.h"

namespace {

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  require(sigaction(signal, &action, nullptr) == 0, "a handler");
}

// A handler that opens ranges, at moments when the main thread may be recording one.
volatile int g_ticks = 0;
void tick(int) {
  nvtxRangePushA("handler");
  nvtxRangePop();
  g_ticks = g_ticks + 1;
}
void run_until_ticks(int ticks, void (*step)(int)) {
  warm_up();
  handle(SIGALRM, tick, SA_RESTART);
  const itimerval often = {{0, 50}, {0, 50}};
  setitimer(ITIMER_REAL, &often, nullptr);
  for (int i = 0; g_ticks < ticks; ++i) step(i);
  const itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
}
void known_labels() {
  run_until_ticks(300, [](int) { empty_range("main"); });
}
void new_labels() {
  run_until_ticks(300, [](int i) {
    char label[32];
    snprintf(label, sizeof(label), "main %d", i % 20000);
    empty_range(label);
  });
}

// A handler that interrupts nothing: its ranges are like any others.
void between() {
  handle(SIGUSR1, tick, 0);
  nvtxRangePushA("main");
  for (int i = 0; i < 10; ++i) raise(SIGUSR1);
  nvtxRangePop();
}

// A handler on a small stack of its own, with an unreadable page below it.
void* stack_with_guard(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(getpagesize());
  void* pages =
      mmap(nullptr, page + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(pages != MAP_FAILED && mprotect(pages, page, PROT_NONE) == 0, "a stack");
  return static_cast<char*>(pages) + page;
}
void small_stack() {
  warm_up();
  constexpr std::size_t kBytes = 8192;  // what SIGSTKSZ was for decades
  stack_t stack = {};
  stack.ss_sp = stack_with_guard(kBytes);
  stack.ss_size = kBytes;
  require(sigaltstack(&stack, nullptr) == 0, "another stack");
  handle(SIGUSR1, tick, SA_ONSTACK);
  raise(SIGUSR1);
  for (int i = 0; i < 3000; ++i) empty_range("main");
  raise(SIGUSR1);
}

// A handler that closes what the program opened, and the other way round.
void pop_in_handler(int) {
  nvtxRangePop();
  nvtxRangePushA("opened in the handler");
}
void handed_over() {
  handle(SIGUSR1, pop_in_handler, 0);
  nvtxRangePushA("closed in the handler");
  raise(SIGUSR1);
  nvtxRangePop();
}

constexpr Mode kModes[] = {
    {"timer", known_labels},      {"timer-new-labels", new_labels}, {"between", between},
    {"small-stack", small_stack}, {"handed-over", handed_over},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
