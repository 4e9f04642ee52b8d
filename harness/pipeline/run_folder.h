// Pipeline: the files of one run, read back.
#pragma once

#include <filesystem>

#include "harness/compare/outcome.h"
#include "harness/regions/region_tree.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

inline constexpr char kCaptures[] = "captures";

struct StoredRun {
  RunRecord record;
  RegionTree tree;  // assembled anew from the capture files
  Outcome outcome;
};

// Throws Error(kMeasurement) naming the file that is missing or cannot be trusted.
StoredRun read_run(const std::filesystem::path& run);

std::filesystem::path run_record_file(const std::filesystem::path& run);
std::filesystem::path outcome_file(const std::filesystem::path& run);
std::filesystem::path report_file(const std::filesystem::path& run);

}  // namespace ncu_regions
