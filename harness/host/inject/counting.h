// Injection library: the counting pass under callgrind.
#pragma once

#include <stdio.h>

#include <cstdint>

#if NCU_REGIONS_HAVE_VALGRIND
#include <valgrind/callgrind.h>
#include <valgrind/valgrind.h>
#endif

namespace ncu_regions::host {

#if NCU_REGIONS_HAVE_VALGRIND

// Collection off first, on last: what the library does in between is in nobody's count. Inlined,
// so that only the call itself and its return are left in the program's counts.
inline __attribute__((always_inline)) void collection_off() { CALLGRIND_TOGGLE_COLLECT; }
inline __attribute__((always_inline)) void collection_on() { CALLGRIND_TOGGLE_COLLECT; }

inline bool counting_is_possible() { return RUNNING_ON_VALGRIND != 0; }
inline const char* why_counting_is_impossible() {
  return "the process did not run under callgrind";
}

// Asks callgrind to write the running totals of every thread into its log, and marks the place with
// numbers only: labels are hostile text, a newline in one would forge a line.
inline void cut(std::uint64_t thread, std::uint64_t event) {
  (void)VALGRIND_MONITOR_COMMAND("status internal");
  VALGRIND_PRINTF("ncu-regions cut %lu %lu\n", static_cast<unsigned long>(thread),
                  static_cast<unsigned long>(event));
}

// The same for a callgrind whose status is not in the form that is known here: it dumps what this
// thread did since its dump before.
inline void cut_by_dump(std::uint64_t thread, std::uint64_t event) {
  char mark[64];
  snprintf(mark, sizeof(mark), "ncu-regions cut %lu %lu", static_cast<unsigned long>(thread),
           static_cast<unsigned long>(event));
  CALLGRIND_DUMP_STATS_AT(mark);
}

#else

inline void collection_off() {}
inline void collection_on() {}
inline bool counting_is_possible() { return false; }
inline const char* why_counting_is_impossible() {
  return "the injection library was built without valgrind/callgrind.h; install valgrind and build "
         "again";
}
inline void cut(std::uint64_t, std::uint64_t) {}
inline void cut_by_dump(std::uint64_t, std::uint64_t) {}

#endif

}  // namespace ncu_regions::host
