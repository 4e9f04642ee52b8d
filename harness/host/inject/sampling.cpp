#include "harness/host/inject/sampling.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
  perf_event_attr attributes = {};
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  const long counter = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (counter < 0) return -1;
  const int moved = fcntl(static_cast<int>(counter), F_DUPFD_CLOEXEC, kLowestNumber);
  if (moved < 0) return static_cast<int>(counter);
  close(static_cast<int>(counter));
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
