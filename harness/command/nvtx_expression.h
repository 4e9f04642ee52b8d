// Command: regions as expressions of ncu's --nvtx-include.
#pragma once

#include <string>

#include "harness/core/region_path.h"

namespace ncu_regions {

// Selects exactly this path, counted from the outermost range, and everything below it; a start/end
// range by its name. Any bytes may stand in names: those that ncu's plain form can express are
// written in it, with '\' before its own signs, all others as a regular expression of bytes.
std::string nvtx_expression(const RegionPath& path);

// Selects push/pop ranges of this name wherever they stand: for a label whose level is not known.
std::string nvtx_expression_anywhere(const std::string& domain, const std::string& label);

// Whether it needs a regular expression. Beside other expressions ncu obeys such a one by halves
// (docs/design/captures.md): the region has to have a run of its own.
bool needs_own_run(const RegionPath& path);

// Selects what contains the region, and everything else in that: its outermost range, as a regular
// expression. Of these ncu obeys any number together.
std::string nvtx_expression_around(const RegionPath& path);

// Why ncu cannot select it: it looks at the first of several ranges of one name in a stack only,
// and knows no ranges without a name. "" when it can.
std::string why_not_selectable(const RegionPath& path);

// The longest part of the path, from the outermost range on, that ncu can select; it contains the
// region. Empty labels when there is none.
RegionPath selectable_part(const RegionPath& path);

}  // namespace ncu_regions
