// Runs: explain.json, why values moved, and where the regions stand in the source.
#pragma once

#include <filesystem>
#include <string>

#include "harness/explain/explain.h"

namespace ncu_regions {

void write_explained(const std::filesystem::path& file, const Explained& explained);

// Throws Error(kMeasurement): not ours, unknown schema or word. Nothing is explained when the file
// is not there: runs of earlier versions have none.
Explained read_explained(const std::filesystem::path& file);
// The same of a text that was read already; `file` is for messages.
Explained parse_explained(const std::string& text, const std::filesystem::path& file);

}  // namespace ncu_regions
