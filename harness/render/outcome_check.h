// Render: whether the words, exit codes and values of a verdicts.json agree. Private to this room.
#pragma once

#include <filesystem>

#include "harness/compare/outcome.h"
#include "harness/render/json_file.h"

namespace ncu_regions {

// `outcome` is what `json` was read as. Throws Error(kMeasurement) naming what contradicts what. It
// looks only at what holds for every outcome that a check writes.
void require_consistent(const Json& json, const Outcome& outcome,
                        const std::filesystem::path& file);

}  // namespace ncu_regions
