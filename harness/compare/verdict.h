// Compare: what was decided for one region x metric, and why.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/rule.h"
#include "harness/config/budget.h"
#include "harness/config/waiver.h"
#include "harness/core/exit_code.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

enum class VerdictWord {
  kPass,
  kImproved,
  kRegressed,
  kOverLimit,
  kSuspect,
  kNoisy,
  kNotMeasured,
  kNoBaseline,
  kIncomparable,
  kWaived,
  kWaiverStale,
};

std::string_view to_string(VerdictWord word);
std::optional<VerdictWord> verdict_word_from(std::string_view text);

// What is judged: by the settings, whatever is measured.
struct GatedTest {
  std::string declared;  // the region as the test declared it
  RegionPath region;     // as it was found; for a region that was not, the declared form
  std::string metric;
  std::string unit;
  std::string family;  // which fingerprint fields the value depends on
  Gate gate = Gate::kFail;
  Allowance budget;
  Direction worse = Direction::kUp;
  bool deterministic = false;
  bool is_additive = false;  // over launches and instances
  std::optional<double> max, min;
  std::string budget_origin, limit_origin;
  std::optional<Waiver> waiver;

  bool is_limit_only() const { return gate == Gate::kInfo; }
  RuleTest rule() const { return {budget, worse, deterministic}; }
  // Of Google Benchmark: times, and counters that may be rates.
  bool is_benchmark_time() const { return family == "benchmark_time"; }
  // Wall and CPU times of the host: a stored baseline says nothing about them.
  bool is_host_time() const { return family == "host_time" || is_benchmark_time(); }
  bool is_time() const { return is_host_time() || (family == "gpu_time" && unit == "ns"); }
};

// What a verdict rests on: against what, which step of the rule, and its numbers.
enum class Mode { kStored, kSideBySide, kFixed };
std::string_view to_string(Mode mode);

struct Evidence {
  Mode mode = Mode::kStored;
  Decision decision;
  std::size_t family = 0;  // tests that shared the level: undecided ones, or all of the run
};

struct Verdict : GatedTest {
  VerdictWord word = VerdictWord::kNotMeasured;
  std::optional<VerdictWord> waived;  // what it would be without its waiver
  std::optional<double> baseline;     // median; per instance when per_instance is set
  std::optional<double> now;
  std::optional<double> allowed;  // the budget in the unit of the metric
  std::optional<Evidence> evidence;
  std::size_t captures = 0;               // of the new build that have a value
  Samples baseline_samples, now_samples;  // behind `evidence`, in the order of capture
  std::optional<RegionPath> moved_from;   // the region's path on the old side, where it is another
  bool per_instance = false;              // the number of instances changed: judged per instance
  double old_instances = 1;               // then: how many there were
  bool is_region_missing = false;         // the whole region has no result: fails whatever its gate
  bool is_collapsed = false;              // improved so much that the work may be gone
  bool fails_undecided = false;           // suspect or noisy, and the user asked to fail on it
  // Not measured because this machine cannot (a skip), not because the workload did not.
  bool beyond_this_machine = false;
  bool did_not_run = false;  // a test case that skipped itself: beyond this machine, too
  std::string reason;        // a sentence that a person can check

  const RegionPath& old_region() const { return moved_from ? *moved_from : region; }

  // The budget is for the region's total: of each instance it is a share.
  RuleTest rule() const {
    RuleTest test = GatedTest::rule();
    if (per_instance) test.allow.absolute /= old_instances;
    return test;
  }
};

// Captures that a stored level of a metric that varies is made of: with fewer it could judge
// nothing.
inline constexpr std::size_t kBaselineCaptures = 10;
// Captures that agree, before an exact value is stored as exact.
inline constexpr std::size_t kExactBaselineCaptures = 2;

// Whether there is a new level, or a first one, that somebody might accept. Of another number of
// instances the totals are others, whatever each costs; a region that moved is stored under its new
// path.
bool is_new_level(const Verdict& verdict);

// What a verdict means for an exit code: 0 unless its gate is `fail`. A limit fails always.
ExitCode exit_code_of(const Verdict& verdict);

// The lowest non-zero code of all; an empty list is kNotMeasured: nothing was judged.
ExitCode exit_code_of(std::span<const Verdict> verdicts);

}  // namespace ncu_regions
