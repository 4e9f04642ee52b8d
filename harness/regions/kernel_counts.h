// Regions: counts of kernels, from the capture that counted them to the tree of another one.
#pragma once

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// The counts of the host profiler's kernels in `from`, as further columns of `into`. Both must have
// seen the same: a kernel gets none that was launched more or less often there, in the same process
// and regions, or in a region for which `into` says that the metric was not measured.
void take_kernel_counts(RegionTree& into, const RegionTree& from);

// Instructions of kernels on the host, to ask kernels_in() for; nothing when no kernel has any.
std::optional<ShownMetric> kernel_instructions(const RegionTree& tree);

}  // namespace ncu_regions
