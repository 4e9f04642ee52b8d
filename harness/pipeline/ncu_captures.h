// Pipeline: all captures of a check under ncu: survey, census, ranges or kernels.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/command/capture_plan.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/check.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

struct NcuCaptures {
  std::string cannot_measure;  // not empty: this machine cannot; why, with the remedy
  CaptureKind kind = CaptureKind::kKernel;
  bool fell_back = false;  // kind is not what the settings ask for
  PlanRecord plan;
  std::vector<CaptureRecord> records;
  std::vector<std::string> notes;
  std::map<std::string, std::string> not_counted;     // metric -> why
  std::map<std::string, std::string> without_result;  // written form -> why
};

// Takes them. Throws Error(kMeasurement) when nothing trustworthy came of it: with ncu's own words,
// what they mean and what to do.
NcuCaptures take_ncu_captures(const CheckRequest& request, const Settings& settings,
                              const Machine& machine);

// The folder of the survey's capture in a run.
inline constexpr char kSurveyFolder[] = "1-survey";

}  // namespace ncu_regions
