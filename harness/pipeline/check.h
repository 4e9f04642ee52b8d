// Pipeline: strings the rooms together. Adds no rule of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/gated_tests.h"
#include "harness/compare/outcome.h"
#include "harness/compare/sample.h"
#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/pipeline/rule_review.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// When all of a check has to be over: whoever started it ends it then without warning.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// Where a base build may be named: see base_build.h.
struct BaseChoice {
  std::filesystem::path build;         // that the test is of; empty: it is of none
  std::string option;                  // of the command line
  std::vector<std::string> arguments;  // further ones, which both builds get
};

struct CheckRequest {
  Workload workload;
  // Another build of the same, to compare side by side with; else a stored baseline is.
  std::optional<Workload> base;
  BaseChoice base_choice;
  // Side by side with a build that has nothing of it: where that was looked for. Everything is new.
  std::string new_here;
  std::vector<std::string> base_regions;  // that the test of the base declares
  std::optional<BaseRules> base_rules;    // of the same test, as its base declares it
  std::vector<std::string> overrides;     // "key=value" of the command line
  std::filesystem::path library;          // the injection library
  // A file of Google Benchmark, or a folder of such: judged instead of a program. Empty: none.
  std::filesystem::path benchmarks;
  // Move the old run away before anything is looked at: after a bad setting nobody may read its
  // outcome as the new one (ctest does). Else bad settings leave it where it is.
  bool invalidate_first = false;
  Deadline deadline;
  std::function<void(const std::string&)> tell;      // a line that stays
  std::function<void(const std::string&)> progress;  // one that the next may replace

  bool is_side_by_side() const { return base.has_value() || !new_here.empty(); }
};

// Measures, assembles, judges and writes the whole run folder; verdicts.json last. The folder of
// the run before is kept as <run>.previous. Returns what verdicts.json holds. Throws Error: kUsage
// for bad settings, kMeasurement when nothing trustworthy could be measured. A machine that cannot
// measure is no error: an outcome with `skipped` and the reason.
Outcome check(CheckRequest request);

// Captures and nothing else: for baselines and self-tests.
struct Sampled {
  RunRecord record;
  std::vector<TakenSample> samples;
  std::string kind, device;
  Settings settings;
  std::vector<GatedTest> tests;
};

// Takes so many captures (of what repeats exactly two) into the run folder of the request. Throws
// Error as check does; a machine that cannot measure is Error(kMeasurement) here.
Sampled take_captures(CheckRequest request, std::size_t count);

// Rebuilds the reports of a run from its files alone, byte for byte.
Outcome rebuild_reports(const std::filesystem::path& run);

}  // namespace ncu_regions
