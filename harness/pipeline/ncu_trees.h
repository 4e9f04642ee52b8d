// Pipeline: the trees of a run that was measured under ncu, from its files alone.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/config/metric_table.h"
#include "harness/machine/fingerprint.h"
#include "harness/regions/region_tree.h"
#include "harness/render/report.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

struct NcuTrees {
  std::vector<RegionTree> samples;  // one per sample that has results; an empty tree without any
  SectionTexts sections;            // of the first
  RegionTree survey;
  GpuFacts gpu;  // as the reports say it, driver and UUID as nvidia-smi did
};

// Throws Error(kMeasurement) naming the file that is missing or cannot be trusted.
NcuTrees trees_of_ncu(const std::filesystem::path& run, const RunRecord& record,
                      const MetricTable& metrics);

bool is_of_ncu(const RunRecord& record);

}  // namespace ncu_regions
