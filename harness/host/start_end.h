// Host: start/end ranges of a process. One may end on another thread, so they are paired by their
// id, over all threads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/host/event_reader.h"
#include "harness/host/readings.h"

namespace ncu_regions::host {

struct StartEnd {
  Boundary start;
  std::optional<Boundary> end;  // nothing: open at exit
};

struct StartEnds {
  std::vector<StartEnd> ranges;  // in the order they ended, those that did not last
  std::uint64_t unmatched_ends = 0;
};

StartEnds pair_start_end(const ProcessEvents& process);

// The time of the last event of any thread.
std::uint64_t last_time(const ProcessEvents& process);

}  // namespace ncu_regions::host
