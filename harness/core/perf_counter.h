// Core: the instruction counter of the kernel. A header alone, because the injection library, which
// links nothing of ours, opens it too.
#pragma once

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ncu_regions {

// A counter of the user-space instructions of the calling thread, with the times that tell whether
// it counted all along; negative, with errno, when the kernel does not allow it or the CPU has
// none.
inline int open_perf_instruction_counter() {
  perf_event_attr attributes = {};
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace ncu_regions
