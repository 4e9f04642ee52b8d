// Host: the lines of capture.host.jsonl.
#pragma once

#include <string>

#include "harness/host/capture_file.h"
#include "harness/host/pairing.h"

namespace ncu_regions::host {

std::string header_line(const HostRun& run);
std::string process_line(std::size_t number, const ProcessEvents& process);
std::string path_line(std::size_t number, const PathNode& node);
std::string range_line(std::size_t process, const RangeSeries& series);
std::string kernel_line(std::size_t process, const LaunchSeries& series);
std::string overlap_line(std::size_t a, std::size_t b);

// What the end line counts, so that a reader can tell that nothing is missing.
struct EndCounts {
  std::uint64_t instances = 0;
  std::uint64_t launches = 0;
  std::uint64_t unmatched_pops = 0;
  std::uint64_t lost_events = 0;
  std::uint64_t silent_processes = 0;  // the library was loaded and could not measure there
};
std::string end_line(const EndCounts& counts);

}  // namespace ncu_regions::host
