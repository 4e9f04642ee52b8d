// Command: ncu on one small kernel, to see whether it can profile at all.
#pragma once

#include <filesystem>

#include "harness/command/ncu_command.h"

namespace ncu_regions {

inline constexpr char kTrialMetric[] = "gpu__time_duration.sum";

// The report goes to <folder>/report.ncu-rep. Clocks are left alone.
CaptureCommand trial_command(const NcuTool& ncu, const std::filesystem::path& program,
                             const std::filesystem::path& folder, const Environment& caller);

}  // namespace ncu_regions
