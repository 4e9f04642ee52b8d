// Render: a tree of regions with bars, for a terminal.
#pragma once

#include <string>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// Indented regions with bars for their share of inclusive time: of all kernels' time, or, where
// times do not add up (ranges, the host profiler), of the longest region's.
std::string tree_bars(const RegionTree& tree, bool with_colours);

}  // namespace ncu_regions
