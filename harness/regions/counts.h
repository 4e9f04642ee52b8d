// Regions: counts of our own, added to a tree of ncu's results.
#pragma once

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// region__instances, as the survey counted them, and region__kernel_launches of every region, where
// kernels were counted at all (all of them, whatever a kernel selection hides). And where each
// region is opened and what the program says of itself, which only the survey knows.
void add_counts(RegionTree& tree, const RegionTree& survey, bool are_kernels_counted);

}  // namespace ncu_regions
