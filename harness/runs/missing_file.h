// Runs: missing.json, a workload without a complete run, for another machine.
#pragma once

#include <filesystem>

#include "harness/runs/workload_result.h"

namespace ncu_regions {

void write_missing(const std::filesystem::path& file, const WorkloadResult& result);

// Throws Error(kMeasurement): not there, not ours, unknown schema or state.
WorkloadResult read_missing(const std::filesystem::path& file);

}  // namespace ncu_regions
