// Pipeline: makes measured values the accepted ones. Nothing else writes a baseline.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/compare/outcome.h"
#include "harness/regions/region_tree.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

struct AcceptRequest {
  std::filesystem::path run;
  std::optional<std::filesystem::path> baselines;  // default: where the run looked
  std::string reason;
  bool all = false;      // also lines that pass or cannot be compared
  bool dry_run = false;  // say what would change, write nothing
};

struct AcceptedLine {
  std::string region;
  std::string metric;
  std::string unit;
  std::optional<double> before;
  double now = 0;
};

struct AcceptResult {
  std::filesystem::path file;
  std::vector<AcceptedLine> lines;  // what changes; empty: nothing to accept
  std::string commit_message;
};

// Throws Error(kUsage) without a reason, Error(kMeasurement) when a declared region or metric was
// not measured: a partial measurement is no level to accept.
AcceptResult accept(const AcceptRequest& request);

// Which baseline file an outcome belongs to: workload, preset, kind and device are set, the rest is
// empty.
Baseline baseline_key(const Outcome& outcome);

// proposed-baseline.json in the run folder: the baseline as `accept` would write it.
void write_proposed_baseline(const std::filesystem::path& run, const RunRecord& record,
                             std::span<const RegionTree> samples, const Outcome& outcome);

}  // namespace ncu_regions
