#include "harness/run/interrupt.h"

#include <signal.h>

#include <initializer_list>

namespace ncu_regions {
namespace {

volatile sig_atomic_t kept_signal = 0;
volatile sig_atomic_t is_running = 0;

extern "C" void on_signal(int number) {
  if (is_running != 0) {
    kept_signal = number;
    return;
  }
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

void handle_interruptions() {
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);  // no SA_RESTART: waiting ends
  }
}

int interruption() { return kept_signal; }

void end_by_interruption() {
  const int number = kept_signal;
  signal(number, SIG_DFL);
  raise(number);
}

InterruptionsKept::InterruptionsKept() : before_(kept_signal) {
  kept_signal = 0;
  is_running = 1;
}

InterruptionsKept::~InterruptionsKept() {
  is_running = 0;
  if (kept_signal == 0) kept_signal = before_;
}

}  // namespace ncu_regions
