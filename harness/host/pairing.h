// Host: events in, ranges and kernel launches out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/region_path.h"
#include "harness/host/callgrind_log.h"
#include "harness/host/event_reader.h"

namespace ncu_regions::host {

// One node of the push/pop tree; its parent has a smaller number.
struct PathNode {
  std::string domain;
  std::optional<std::size_t> parent;
  std::string label;
};

// One time a range was entered and left.
struct RangeInstance {
  std::size_t path = 0;
  std::uint64_t thread = 0;
  std::uint64_t time_ns = 0;
  std::optional<std::uint64_t> instructions;  // counting pass, counted labels
  bool open_at_exit = false;                  // never left: time is up to the thread's last event
};

// One kernel that a host build announced in the launch domain.
struct Launch {
  std::string name;
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::uint64_t thread = 0;
  std::uint64_t time_ns = 0;
  std::vector<std::size_t> paths;  // the innermost open range of each domain, none: outside
};

struct Paired {
  std::vector<PathNode> paths;        // in the order of their first push
  std::vector<RangeInstance> ranges;  // in the order they were left, thread by thread
  std::vector<Launch> launches;
  std::uint64_t unmatched_pops = 0;
  std::uint64_t start_end_ranges = 0;  // counted, not assembled yet
  std::uint64_t lost_events = 0;
};

// Pairs pushes with pops per thread and domain. With `cuts` (counting pass) counted ranges get
// their instructions; Error(kMeasurement) when a cut that the library made is missing from the log.
Paired pair_events(const ProcessEvents& process, const Cuts* cuts);

}  // namespace ncu_regions::host
