// Pipeline: what came of all workloads of a build.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

// Worst first.
enum class WorkloadState { kFailed, kNotMeasured, kSkipped, kPassed };
std::string_view to_string(WorkloadState state);

struct WorkloadSummary {
  WorkloadState state = WorkloadState::kNotMeasured;
  std::string line;      // "shallow_resnet: all 9 gates passed (measured 2026-01-02T03:04:05Z)"
  bool has_run = false;  // a complete one, whatever came of it
};

struct Summary {
  std::vector<WorkloadSummary> workloads;  // worst first, else as registered

  std::size_t count(WorkloadState state) const;
  bool has_runs() const;
  // "4 workloads: 3 passed, 1 failed".
  std::string line() const;
};

// Of the newest run of each. A run that cannot be read is one that was not measured. Throws
// Error(kUsage) when `build` is no build folder with registered tests.
Summary summarize_build(const std::filesystem::path& build);

}  // namespace ncu_regions
