// Render: where the files of a region go.
#pragma once

#include <string>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// A readable part and twelve digits of a hash of the region's identity, at most 80 bytes of
// [A-Za-z0-9._-]: no two regions share one, and none leads anywhere else.
std::string region_folder(const RegionPath& path);

// One per region. Hashes that meet by chance (or because a program wants them to) get a number.
std::vector<std::string> region_folders(const RegionTree& tree);

}  // namespace ncu_regions
