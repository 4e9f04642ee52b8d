// Pipeline: the samples of a run that was measured under ncu, from its files alone.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/config/metric_table.h"
#include "harness/machine/fingerprint.h"
#include "harness/regions/region_tree.h"
#include "harness/render/report.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// One sample as its files have it.
struct NcuSample {
  RegionTree tree;
  bool has_results = false;
  SectionTexts sections = {};  // when they were asked for
  GpuFacts gpu = {};           // as the reports say it, driver and UUID as nvidia-smi did
};

// `survey` is that of its build. Throws Error(kMeasurement) naming the file that is missing or
// cannot be trusted.
NcuSample read_ncu_sample(const std::filesystem::path& run, const RunRecord& record,
                          const MetricTable& metrics, const SampleInfo& info,
                          const RegionTree& survey, bool with_sections);

RegionTree survey_of(const std::filesystem::path& run, const RunRecord& record, BuildSide side);

bool is_of_ncu(const RunRecord& record);

}  // namespace ncu_regions
