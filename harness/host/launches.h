// Host: the kernel launches that a host build announced in the launch domain.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/host/event_reader.h"
#include "harness/host/range_series.h"

namespace ncu_regions::host {

// A start/end range while it was open.
struct Interval {
  std::uint64_t begin_ns;
  std::uint64_t end_ns;
  std::size_t path;
};

// Launches of one kernel with one geometry, from one thread and one place.
struct LaunchSeries {
  std::string name;
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::uint64_t thread = 0;
  // The innermost open push/pop range of each domain on its thread, then every start/end range that
  // was open in the process; none: outside.
  std::vector<std::size_t> paths;
  std::uint64_t launches = 0;
  SeriesValues values;  // launches in the order they began
};

// Collects the launches of a process, then sorts them into series.
class Launches {
 public:
  Launches(const ProcessEvents& process, std::size_t metrics)
      : process_(process), metrics_(metrics) {}

  // A launch begins while these push/pop ranges are open. Returns its number.
  std::size_t begin(std::uint64_t thread, const Event& event, std::vector<std::size_t> paths);
  // What was measured of it, one value per metric. Without this it has no values.
  void measured(std::size_t launch, std::span<const std::uint64_t> values);

  // In the order of the first launch of each, thread by thread. A launch belongs to each of the
  // start/end ranges that is open when it begins.
  std::vector<LaunchSeries> series(std::vector<Interval> start_end);

 private:
  struct Launch {
    std::uint32_t label;
    std::uint64_t thread;
    std::size_t place;
    std::uint64_t begin_ns;
    std::optional<std::size_t> first_value;  // into values_
  };
  std::size_t place_number(std::vector<std::size_t> paths);
  void add_start_end(std::vector<Interval> intervals);
  void add_to(LaunchSeries& series, const Launch& launch) const;

  const ProcessEvents& process_;
  std::size_t metrics_;
  std::vector<std::uint64_t> values_;  // those of each launch that was measured
  std::vector<Launch> launches_;
  std::vector<std::vector<std::size_t>> places_;  // lists of paths
  std::map<std::vector<std::size_t>, std::size_t> place_numbers_;
};

}  // namespace ncu_regions::host
