// Runs: JSON in which nothing is overlooked. Private to this room.
#pragma once

#include <string>

#include "harness/runs/parts_json.h"

namespace ncu_regions {

// An object. Throws Error(kBaseline), without the name of the file: not JSON, where conflict
// markers of git are named, and a key that stands twice in its object, of which others would take
// one.
BaselineJson parse_strictly(const std::string& text);

}  // namespace ncu_regions
