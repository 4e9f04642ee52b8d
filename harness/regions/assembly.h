// Regions: the tree of one capture. Private to this room.
#pragma once

#include "harness/regions/region_tree.h"

namespace ncu_regions {

RegionTree assemble_capture(const Capture& capture);

}  // namespace ncu_regions
