// Regions: the values of one process, and of all together. Private to this room.
#pragma once

#include <optional>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// By path of the capture; nothing where the process did not open it.
std::vector<std::optional<ScopeValues>> values_of_scope(const Capture& capture, std::size_t scope);

// All processes that opened a region.
ScopeValues over_scopes(const Capture& capture,
                        const std::vector<std::optional<ScopeValues>>& by_scope);

}  // namespace ncu_regions
