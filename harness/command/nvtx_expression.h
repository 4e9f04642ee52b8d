// Command: regions as expressions of ncu's --nvtx-include.
#pragma once

#include <string>

#include "harness/core/region_path.h"

namespace ncu_regions {

// Selects exactly this path, counted from the outermost range, and everything below it; a start/end
// range by its name. Any bytes may stand in names.
std::string nvtx_expression(const RegionPath& path);

// Selects push/pop ranges of this name wherever they stand: for a label whose level is not known.
std::string nvtx_expression_anywhere(const std::string& domain, const std::string& label);

// Why ncu cannot select it: it looks at the first of several ranges of one name in a stack only,
// and knows no ranges without a name. "" when it can.
std::string why_not_selectable(const RegionPath& path);

// The longest part of the path, from the outermost range on, that ncu can select; it contains the
// region. Empty labels when there is none.
RegionPath selectable_part(const RegionPath& path);

}  // namespace ncu_regions
