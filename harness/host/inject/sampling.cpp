#include "harness/host/inject/sampling.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "harness/core/perf_counter.h"

namespace ncu_regions::host {
namespace {

// The counter has to stay open. Out of the way: a program may count on low numbers.
constexpr int kLowestNumber = 500;

}  // namespace

std::uint64_t cpu_time_ns(bool whole_process) {
  timespec now;
  clock_gettime(whole_process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

int open_instruction_counter() {
  const int counter = open_perf_instruction_counter();
  if (counter < 0) return -1;
  const int moved = fcntl(counter, F_DUPFD_CLOEXEC, kLowestNumber);
  if (moved < 0) return counter;
  close(counter);
  return moved;
}

bool read_instruction_counter(int counter, std::uint64_t& value) {
  struct {
    std::uint64_t value;
    std::uint64_t time_enabled;
    std::uint64_t time_running;
  } reading;
  if (counter < 0 || read(counter, &reading, sizeof(reading)) != sizeof(reading)) return false;
  value = reading.value;
  return reading.time_running == reading.time_enabled;  // else others had the counter for a while
}

void close_instruction_counter(int counter) {
  if (counter >= 0) close(counter);
}

}  // namespace ncu_regions::host
