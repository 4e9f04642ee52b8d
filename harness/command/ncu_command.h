// Command: the exact command line of one capture under Nsight Compute.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/command/capture_command.h"
#include "harness/core/capture_kind.h"
#include "harness/core/ncu_version.h"

namespace ncu_regions {

struct NcuTool {
  std::filesystem::path program;
  NcuVersion version;
};

struct NcuCapture {
  CaptureKind kind = CaptureKind::kKernel;
  std::filesystem::path folder;      // fresh; its name is the capture's
  std::vector<std::string> include;  // expressions of --nvtx-include; empty: everything
  bool lock_clocks = true;           // false: whatever the settings say, after ncu could not
};

// Options whose default changed between versions are always passed; others only when they are not
// at their default, and never to a version that does not know them. The
// report goes to <folder>/report.ncu-rep, with a launcher outside of ncu to
// <folder>/rank_<n>.ncu-rep.
CaptureCommand ncu_command(const NcuCapture& capture, const Settings& settings,
                           const Workload& workload, const NcuTool& ncu, const Environment& caller);

// Variables of the test's ENVIRONMENT that would load another tool into the program: ncu loads its
// own, so they are not passed on.
std::vector<std::string> withheld_variables(const Workload& workload);

// What ncu collects: what is gated, what is shown, and what tells a slower clock from more work. By
// the names that reports and budgets use; what the chip does not have is left out.
std::vector<std::string> collected_metrics(const Settings& settings);

// After ncu was killed: gives the clocks back.
CaptureCommand clock_reset_command(const NcuTool& ncu, const Environment& caller);

// The program as the GPU test names it, with its parameters and arguments; the launcher not among
// them.
std::vector<std::string> gpu_program(const Settings& settings, const Workload& workload);

inline constexpr char kNcuLog[] = "ncu.log";

}  // namespace ncu_regions
