// Compare: region tree + baseline + budgets -> a verdict for every declared region x gated metric.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/compare/verdict.h"
#include "harness/config/settings.h"
#include "harness/machine/fingerprint.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

struct JudgeInput {
  const Settings& settings;
  const std::vector<std::string>& declared;  // regions, as written in CMake or YAML
  const RegionTree& tree;
  std::span<const RegionTree> repeats = {};  // further samples of the same
  const Baseline* baseline = nullptr;        // nullptr: none for this device
  std::string baseline_file;                 // for messages
  const Fingerprint& fingerprint;
  // Metrics that this machine cannot measure, with the reason.
  const std::map<std::string, std::string>& beyond_this_machine;
  // Regions that the program opened, as a survey saw them, and those of them that the profiler gave
  // no result for, with the reason, by written form.
  const RegionTree* survey = nullptr;
  std::map<std::string, std::string> without_result = {};
  // Metrics that a limit of our own kept from being counted, with the reason: not measured where
  // the baseline has a value, else not judged at all.
  std::map<std::string, std::string> not_counted = {};
};

// In the order of `declared`, then of settings.metrics; metrics whose gate is `info` are reported,
// not judged. A declared region that is not in the tree is not_measured, with the regions that are.
// Throws Error(kUsage) when a declared label names two regions, or when a budget entry covers no
// declared region or no gated metric.
std::vector<Verdict> judge(const JudgeInput& input);

// The comparison itself, in the unit of the metric: over the budget only when the worsening exceeds
// it by more than rounding can explain.
struct ExactComparison {
  bool worse = false;
  bool better = false;
  double allowed = 0;
};
ExactComparison compare_exactly(double before, double now, const Allowance& budget,
                                Direction worse);

}  // namespace ncu_regions
