// Pipeline: what a check under ncu would run, without running it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/command/capture_plan.h"
#include "harness/command/ncu_command.h"
#include "harness/pipeline/check.h"

namespace ncu_regions {

// Whose command lines are shown where none is installed.
inline constexpr NcuVersion kNewestKnownNcu = {2026, 1};

struct PlannedRun {
  Settings settings;   // of ncu
  Workload workload;   // with absolute paths
  NcuTool ncu;         // version 0.0: none is installed; commands are those of the newest known
  std::string survey;  // file of the survey that the plan was made from; empty: there is none
  bool is_survey_old = false;      // the program was changed since
  std::vector<std::string> notes;  // on the metrics of the GPUs here
  CapturePlan plan;
  std::vector<CaptureCommand> commands;  // of plan.captures
};

// Throws Error(kUsage) for bad settings, and for a test without a CUDA program.
PlannedRun plan_check(CheckRequest request);

}  // namespace ncu_regions
