// Pipeline: one run of ncu, from its command line to reports that can be trusted as far as the
// process tells.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/command/ncu_command.h"
#include "harness/pipeline/check.h"
#include "harness/run/ncu_judgement.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// What all runs of a check share.
struct NcuRunInput {
  const Settings& settings;
  const Workload& workload;
  NcuTool ncu;
  Deadline deadline;
  std::function<void(const std::string&)> progress;  // one line, again and again
};

struct NcuRun {
  CaptureRecord record;
  NcuJudgement judgement;  // good: the reports are there
};

// In a fresh folder. Reports of a run that failed are deleted: parts of them may be there. After
// ncu was killed the GPU's clocks are given back. Throws Error(kMeasurement) when nothing could be
// started, or when it was interrupted.
NcuRun run_ncu(const NcuCapture& capture, const NcuRunInput& input);

}  // namespace ncu_regions
