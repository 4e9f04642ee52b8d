// Runs: whether a verdicts.json is what a check wrote: its words, exit codes and values agree,
// and so does its digest. Private to this room.
#pragma once

#include <filesystem>
#include <string_view>

#include "harness/compare/outcome.h"
#include "harness/runs/json_file.h"

namespace ncu_regions {

// `outcome` is what `json` was read as. Throws Error(kMeasurement) naming what contradicts what. It
// looks only at what holds for every outcome that a check writes.
void require_consistent(const Json& json, const Outcome& outcome,
                        const std::filesystem::path& file);

// `text` is the whole file. Throws Error(kMeasurement) where its digest is not that of its content.
void require_unchanged(std::string_view text, const std::filesystem::path& file);

}  // namespace ncu_regions
