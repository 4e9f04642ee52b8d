// Host: events of a process in, ranges and kernel launches out.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "harness/host/event_reader.h"
#include "harness/host/launches.h"
#include "harness/host/path_table.h"
#include "harness/host/range_series.h"
#include "harness/host/readings.h"

namespace ncu_regions::host {

struct Paired {
  std::vector<RangeSeries> ranges;
  std::vector<LaunchSeries> launches;
  // Pairs of paths (the smaller number first) that were open at the same time and not as one inside
  // the other of one stack: on two threads, in two domains, or a start/end range.
  std::vector<std::pair<std::size_t, std::size_t>> overlaps;
  std::uint64_t unmatched_pops = 0;  // and ends without a start
  std::uint64_t lost_events = 0;
};

// Pairs pushes with pops per thread and domain, and starts with ends in the whole process. A range
// that is open at the end of its thread ends at the thread's last event, and has a value only in
// the timing pass. Adds the paths that it meets to `paths`.
Paired pair_events(const ProcessEvents& process, const Measure& measure, PathTable& paths);

}  // namespace ncu_regions::host
