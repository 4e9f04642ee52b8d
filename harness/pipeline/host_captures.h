// Pipeline: the captures of the host profiler, from command to capture file.
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
  std::map<std::string, std::string> beyond_this_machine;  // metric -> why it was not measured
};

// Runs the timing pass and, where this machine can, the counting pass.
HostCaptures take_host_captures(const CheckRequest& request, const Settings& settings,
                                const Machine& machine);

}  // namespace ncu_regions
