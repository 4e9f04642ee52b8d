// Pipeline: at whose boundaries the host profiler counts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/artifacts/capture.h"

namespace ncu_regions {

struct CountingPlan {
  std::set<std::string> labels;
  std::uint64_t boundaries = 0;
  std::map<std::string, std::string> left_out;  // label -> why it is not counted
};

// The labels of the declared regions, of what contains them, and of their children (for the
// exclusive values), in this order, as long as all their boundaries are at most `most`. Taken from
// what the timing pass saw; empty when it saw none of them.
CountingPlan plan_counting(const Capture& timing, const std::vector<std::string>& declared,
                           std::uint64_t most);

}  // namespace ncu_regions
