// Pipeline: whether the reports of one run of ncu hold what the run was taken for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/command/capture_plan.h"
#include "harness/regions/region_tree.h"
#include "harness/run/ncu_judgement.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

struct Expectation {
  std::string program;  // file name of the process that was measured; empty: not known
  std::vector<PlannedRegion> regions;  // range captures: of this run
};

// Good when every file can be read and complete, comes from that program, and range captures have
// as many results of each region as the survey counted instances.
NcuJudgement judge_reports(const std::filesystem::path& folder, const CaptureRecord& record,
                           const Expectation& expected);

// The file name that measured processes must have; empty where scripts or launchers decide it.
std::string expected_process(const Settings& settings, const Workload& workload);

// Of the file that has most: limits of ncu hold for each process.
std::uint64_t most_results_in(const std::filesystem::path& folder, const CaptureRecord& record);

// What slowed the GPU down, or used it beside us, before or after the run.
std::vector<std::string> gpu_notes(const CaptureRecord& record);

SeenProgram seen_program(const RegionTree& survey);

}  // namespace ncu_regions
