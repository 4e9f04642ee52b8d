// Compare: what a change of the code changed about the rules that it is judged by.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/compare/baseline.h"
#include "harness/compare/verdict.h"
#include "harness/config/settings.h"

namespace ncu_regions {

struct RuleChange {
  std::string what;            // "budget", "limit", "gate", "direction", "waiver", "baseline",
                               // "region", "preset", "metric", "setting"
  std::string region, metric;  // "" where it is of none
  std::string before, now;     // "" where there was, or is, none
  bool loosens = false;        // lets more pass than before, as far as that can be told
};

// What one check judges by.
struct RuleSet {
  std::span<const std::string> regions;  // declared
  std::string preset;
  const Settings& settings;
  const Baseline* baseline = nullptr;  // nullptr: none is stored
  // Regions that the program opened: a declared label means one of them.
  std::span<const RegionPath> opened = {};
  bool clocks_locked = true;
  bool require_baseline = false, allow_incomparable = false, require_gpu = false;
};

// What holds in the end, whichever file said it: budgets, gates, directions and limits of each
// declared region and metric, waivers, stored levels, declared regions, the preset, what is known
// of each metric, and other settings. What lets more pass comes first.
std::vector<RuleChange> rule_changes(const RuleSet& before, const RuleSet& now);

// A verdict that would be another under the rules of before.
struct OtherVerdict {
  RegionPath region;
  std::string metric;
  VerdictWord now = VerdictWord::kNotMeasured, before = VerdictWord::kNotMeasured;
  std::string reason;  // of the one under the rules of before
};

// Nothing changed when both lists are empty.
struct RuleReview {
  std::string base;  // where the rules of before were read
  std::vector<RuleChange> changes;
  std::vector<OtherVerdict> verdicts;
  ExitCode exit_code = ExitCode::kPass;  // under the rules of before
  std::string note;                      // what of it is not known, and why; else ""
};

// Whether what differs acts on the measurement itself: captures of the new rules cannot tell what
// would have come of the old ones.
bool acts_on_measurement(const RuleChange& change);

}  // namespace ncu_regions
