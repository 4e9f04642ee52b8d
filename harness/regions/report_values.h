// Regions: adds up rows into regions. Private to this room.
#pragma once

#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// Gives the groups their values, by column of the rows.
void add_values_to_groups(RegionTree& tree);

// Fills in the values of regions, outside and unlabeled, per scope and for all of them. The
// structure of the tree, its groups with their values and what is shown must be there.
void add_values_to_regions(RegionTree& tree, bool has_selection);

// The totals of one metric from what was gathered of some results.
Totals totals_of(const ShownMetric& metric, const Accumulator& values, std::uint64_t results,
                 const KernelRows& rows);

}  // namespace ncu_regions
