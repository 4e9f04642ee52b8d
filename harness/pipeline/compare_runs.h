// Pipeline: two stored runs, or two files of Google Benchmark, against each other. Nothing is
// measured.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/regions/region_tree.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

struct CompareRequest {
  std::filesystem::path before, now;         // run folders, or files of Google Benchmark
  std::vector<std::string> budgets, limits;  // in one line each; they win over those of the run
  std::size_t workloads = 1;                 // that share the false-alarm rate
  std::vector<std::string> fail_on;
};

struct Comparison {
  Outcome outcome;
  RunRecord record;        // of the second run
  RegionTree before, now;  // what reports show of each
};

// By the budgets of the second run. What only the first one judged was lost: not measured. Throws
// Error(kMeasurement) for a run that cannot be read, or of another kind, Error(kUsage) for a budget
// that is never used.
Comparison compare_runs(const CompareRequest& request);

}  // namespace ncu_regions
