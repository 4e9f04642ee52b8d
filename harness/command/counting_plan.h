// Command: at whose boundaries the host profiler counts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/core/region_path.h"

namespace ncu_regions {

struct CountingPlan {
  std::set<std::string> labels;
  std::uint64_t boundaries = 0;
  std::map<std::string, std::string> left_out;  // label -> why it is not counted
  bool launches = false;              // kernel launches inside of them are counted one by one
  std::string why_not_launches = {};  // empty: they are, or there are none
};

// What the timing pass saw: a region, and how often it was entered.
struct SeenRegion {
  RegionPath path;
  std::uint64_t instances = 0;
};

// Launches of one kernel in the same regions.
struct SeenLaunches {
  std::vector<std::size_t> in;  // regions, as numbers of the list of them
  std::uint64_t launches = 0;
};

struct SeenRanges {
  std::vector<SeenRegion> regions;
  std::vector<SeenLaunches> launches;
};

// The labels of the declared regions, of what contains them, and of their children (for the
// exclusive values), in this order, as long as all their boundaries are at most `most`. Empty when
// none of them was seen. Then the kernel launches in them: all, or none when they are too many.
CountingPlan plan_counting(const SeenRanges& seen, const std::vector<std::string>& declared,
                           std::uint64_t most);

}  // namespace ncu_regions
