// Pipeline: what came of all workloads of a build, or of runs that were packed elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/render/comment.h"

namespace ncu_regions {

struct Summary {
  std::vector<WorkloadResult> workloads;  // worst first, else as registered

  std::size_t count(WorkloadState state) const;
  bool has_runs() const;
  // "4 workloads: 3 passed, 1 failed; regions: 2 undecided (suspect, noisy)".
  std::string line() const;
};

// "shallow_resnet: all 9 gates passed (measured 2026-01-02T03:04:05Z)", or why there is no run.
std::string line_of(const WorkloadResult& result);

// Of the newest run of each. A run that cannot be read is one that was not measured. Throws
// Error(kUsage) when `build` is no build folder with registered tests.
Summary summarize_build(const std::filesystem::path& build);

// Of run folders, or of folders that hold some, a few levels down: nothing but their JSON files is
// read, and no path that those name. Throws Error(kUsage) for a folder that is not there.
Summary summarize_folders(const std::vector<std::filesystem::path>& folders);

// Tests that a base build has and this one has not: a line each, so that nobody misses them. The
// base is `base_build`, or where that is empty the one that runs were measured side by side with.
void add_removed_tests(Summary& summary, const std::filesystem::path& base_build);

// Compares the rules of each run with those of a build of the base commit, where that was not done
// when it was measured. Reads captures: a run that cannot be read says so. Throws Error(kUsage)
// when it is no build folder.
void review_rules_of(Summary& summary, const std::filesystem::path& build,
                     const std::filesystem::path& base_build);

// <folder>/<workload>/ for each run: run.json, verdicts.json, explain.json, and from the build its
// report.md and proposed-baseline.json; for a workload without one missing.json, which says why.
// Throws Error(kUsage) when the folder holds anything else.
void pack_runs(const Summary& summary, const std::filesystem::path& build,
               const std::filesystem::path& folder);

}  // namespace ncu_regions
