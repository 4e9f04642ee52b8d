// Pipeline: makes measured values the accepted ones. Nothing else writes a baseline.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/baseline.h"
#include "harness/compare/outcome.h"
#include "harness/compare/sample.h"
#include "harness/runs/baseline_lock.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

struct AcceptRequest {
  std::filesystem::path run;
  std::optional<std::filesystem::path> baselines;  // default: where the run looked
  std::string reason;
  std::vector<std::string> regions, metrics;  // globs: only these; empty: all
  bool all = false;                           // also lines that pass or cannot be compared
  bool add_session = false;                   // adds to lines that are there, of unchanged code
  // Captures to take anew, when the run has fewer.
  std::optional<std::size_t> captures;
  std::filesystem::path library;  // the injection library, to take them with
  bool dry_run = false;           // nothing will be written: the lock is left to others
  std::function<void(const std::string&)> tell, progress;
};

struct AcceptedLine {
  std::string region;
  std::string metric;
  std::string unit;
  std::optional<double> before;  // medians
  double now = 0;
  std::size_t captures = 0;
};

struct Acceptance {
  std::filesystem::path file;
  Baseline baseline;                // as it would be written
  std::vector<AcceptedLine> lines;  // what changes; empty: nothing to accept
  std::size_t unchanged = 0;        // lines whose values are stored already
  std::size_t parts = 0;  // regions of such lines whose parts are stored now, and were not before
  std::size_t incomparable = 0;    // of the run: only --all moves them
  std::vector<std::string> notes;  // for the person who accepts
  std::string commit_message;
  // From before the stored values were read; none where nothing is to be written.
  std::unique_ptr<BaselineLock> lock = {};

  bool changes() const { return !lines.empty() || parts > 0; }
};

// The changes that accepting would make; writes no baseline. Holds the lock of the baseline's
// folder, so that of two acceptances at once the second works on the result of the first. Throws
// Error(kUsage) without a reason, for a selection that matches nothing, and when a metric that
// varies has too few captures; Error(kMeasurement) when a declared region or metric was not
// measured, or when a value is not stable. --add-session refuses lines that are not `pass` or
// `noisy`.
Acceptance prepare_acceptance(const AcceptRequest& request);

// Writes it, at once or not at all.
void write_acceptance(const Acceptance& acceptance);

// Which baseline file an outcome belongs to: workload, preset, kind and device are set, the rest is
// empty.
Baseline baseline_key(const Outcome& outcome);

// proposed-baseline.json in the run folder: the baseline as `accept` would write it.
void write_proposed_baseline(const std::filesystem::path& run, const RunRecord& record,
                             std::span<const TakenSample> samples, const Outcome& outcome);

}  // namespace ncu_regions
