// Pipeline: two stored runs, or two files of Google Benchmark, against each other. Nothing is
// measured.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/compare/outcome.h"

namespace ncu_regions {

struct CompareRequest {
  std::filesystem::path before, now;         // run folders, or files of Google Benchmark
  std::vector<std::string> budgets, limits;  // in one line each; they win over those of the run
  std::size_t workloads = 1;                 // that share the false-alarm rate
  std::vector<std::string> fail_on;
};

// By the budgets of the second run. What only the first one judged was lost: not measured. Throws
// Error(kMeasurement) for a run that cannot be read, or of another kind, Error(kUsage) for a budget
// that is never used.
Outcome compare_runs(const CompareRequest& request);

}  // namespace ncu_regions
