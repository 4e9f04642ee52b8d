// Pipeline: all captures of the host profiler that the settings ask for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/artifacts/capture.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/check.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

struct HostCaptures {
  std::vector<Capture> captures;
  std::vector<CaptureRecord> records;
  std::vector<std::string> notes;
  std::map<std::string, std::string> beyond_this_machine;  // metric -> why it was not measured
  std::map<std::string, std::string> left_out;             // label -> why it was not counted
};

// Runs the timing pass and those that the wanted metrics need and this machine can run. A program
// that did not end well is an Error(kMeasurement); what it recorded is in the capture's folder.
HostCaptures take_host_captures(const CheckRequest& request, const Settings& settings,
                                const Machine& machine);

}  // namespace ncu_regions
