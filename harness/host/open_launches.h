// Host: the launches of one thread that have not ended yet.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/host/launches.h"
#include "harness/host/readings.h"

namespace ncu_regions::host {

// Counts of a launch are its own: what is announced inside it counts there, so that the kernels of
// a region never add up to more than the region. Times hold everything.
class OpenLaunches {
 public:
  OpenLaunches(const Measure& measure, Launches& out) : measure_(measure), out_(out) {}

  // A launch begins while these push/pop ranges are open.
  void push(const Boundary& at, std::vector<std::size_t> paths);
  // False: none is open.
  bool pop(const Boundary& at);
  // A range ends that was opened by this event: a launch that began in it reaches out of it, and
  // its counts are not those of the region.
  void range_ended(std::size_t event);

 private:
  struct Open {
    std::size_t launch;
    std::size_t event;
    bool is_counted;                   // and everything in it
    std::vector<std::uint64_t> inner;  // of the launches inside it; empty: none
  };
  void add_to_outer(const Open& open, std::span<const std::uint64_t> values);

  const Measure& measure_;
  Launches& out_;
  std::vector<Open> stack_;
};

}  // namespace ncu_regions::host
