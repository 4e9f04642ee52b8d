// Run: SIGINT and SIGTERM while a program runs end it in order, instead of leaving it to itself.
#pragma once

namespace ncu_regions {

// From now on, while a program runs, the two signals are kept for `interruption()`; at all other
// times they end this process at once, as ever.
void handle_interruptions();

// The signal that came while a program ran, or 0.
int interruption();

// Ends this process by that signal, so that whoever started it sees why.
void end_by_interruption();

// While one of these exists a program runs. A signal that came before it was made does not count
// for that program, and counts again afterwards. Private to this room.
class InterruptionsKept {
 public:
  InterruptionsKept();
  ~InterruptionsKept();
  InterruptionsKept(const InterruptionsKept&) = delete;
  InterruptionsKept& operator=(const InterruptionsKept&) = delete;

 private:
  int before_ = 0;
};

}  // namespace ncu_regions
