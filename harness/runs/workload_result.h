// Runs: one workload of many, with its run where there is one.
#pragma once

#include <optional>
#include <string>

#include "harness/compare/outcome.h"
#include "harness/compare/workload_state.h"
#include "harness/explain/explain.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

struct WorkloadRun {
  RunRecord record;
  Outcome outcome;
  Explained explained;
};

struct WorkloadResult {
  std::string name;
  WorkloadState state = WorkloadState::kNotMeasured;
  std::optional<WorkloadRun> run;  // a complete one, whatever came of it
  std::string error;               // why there is none
};

}  // namespace ncu_regions
