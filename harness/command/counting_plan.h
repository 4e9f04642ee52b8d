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
};

// What the timing pass saw: a region, and how often it was entered.
struct SeenRegion {
  RegionPath path;
  std::uint64_t instances = 0;
};

// The labels of the declared regions, of what contains them, and of their children (for the
// exclusive values), in this order, as long as all their boundaries are at most `most`. Empty when
// none of them was seen.
CountingPlan plan_counting(std::span<const SeenRegion> seen,
                           const std::vector<std::string>& declared, std::uint64_t most);

}  // namespace ncu_regions
