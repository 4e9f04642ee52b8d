// Pipeline: one pass of the host profiler, from command to capture file.
#pragma once

#include <optional>
#include <string>

#include "harness/artifacts/capture.h"
#include "harness/command/capture_command.h"
#include "harness/command/counting_plan.h"
#include "harness/run/process.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// What all passes of a workload share.
struct PassInput {
  const Settings& settings;
  const Workload& workload;
  HostTools tools;
};

struct PassResult {
  CaptureCommand command;
  CaptureRecord record;
  ProcessEnd end;
  std::string bad_end;             // how the program ended when that was not well
  std::optional<Capture> capture;  // after a bad end: what was recorded until then, if anything
  bool valgrind_failed = false;    // not the program: valgrind stopped at an error of its own
  std::vector<std::string> notes;  // for the report
  std::string unreadable;          // why callgrind's status cannot be read here (no capture then)
};

// Runs the program and reads what it left. `plan`: at which boundaries to measure; of no account in
// the timing pass. Throws Error(kMeasurement) when nothing trustworthy was recorded by a program
// that ended well.
PassResult run_host_pass(const HostCapture& capture, const PassInput& input,
                         const CountingPlan& plan);

}  // namespace ncu_regions
