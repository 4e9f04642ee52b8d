// Injection library: what time it is. The ticks of the CPU cost a third of CLOCK_MONOTONIC, and
// need two moments that are known on both clocks to become nanoseconds.
#pragma once

#include <time.h>

#include <cstdint>

#include "harness/host/events.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace ncu_regions::host {

inline std::uint64_t monotonic_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

#if defined(__x86_64__)
inline std::uint64_t cpu_ticks() { return __rdtsc(); }
#else
inline std::uint64_t cpu_ticks() { return 0; }
#endif

// Whether the ticks count time: the kernel itself uses them as its clock then.
bool ticks_are_time();

// This moment on both clocks: the closest of a few tries.
Anchor anchor_now();

}  // namespace ncu_regions::host
