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
  bool start_end = false;
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
  std::uint64_t begin_ns = 0;
  std::uint64_t time_ns = 0;
  // The innermost open push/pop range of each domain on its thread, then every start/end range that
  // was open in the process; none: outside.
  std::vector<std::size_t> paths;
};

struct Paired {
  std::vector<PathNode> paths;        // in the order of their first push
  std::vector<RangeInstance> ranges;  // in the order they were left, thread by thread
  std::vector<Launch> launches;
  std::uint64_t unmatched_pops = 0;  // and ends without a start
  std::uint64_t lost_events = 0;
};

// Pairs pushes with pops per thread and domain, and starts with ends in the whole process. With
// `cuts` (counting pass) counted ranges get their instructions; Error(kMeasurement) when a cut that
// the library made is missing from the log.
Paired pair_events(const ProcessEvents& process, const Cuts* cuts);

}  // namespace ncu_regions::host
