// Pipeline: whether a change of the code changed the rules that it is judged by, and what would
// have come of it under the old ones.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/baseline.h"
#include "harness/compare/gated_tests.h"
#include "harness/compare/outcome.h"
#include "harness/config/workload.h"

namespace ncu_regions {

// The same test as the base commit's build registered it, with the rules that held there.
struct BaseRules {
  std::filesystem::path build;
  Workload workload;
};

// Nothing when that build does not have the test. Throws Error(kUsage) when it is no build folder.
std::optional<BaseRules> base_rules(const std::filesystem::path& build, const std::string& test,
                                    const std::string& configuration);

struct ReviewInput {
  const BaseRules& base;
  const Workload& workload;  // of the head
  std::vector<std::string> overrides;
  const Settings& settings;
  const Baseline* baseline = nullptr;  // that is stored for the head
  const Outcome& outcome;
  std::vector<RegionPath> opened;
  bool clocks_locked = true;
  // Verdicts on the same captures by other rules.
  std::function<std::vector<Verdict>(std::span<const GatedTest>, const Settings&, const Baseline*)>
      judge;
};

// Rules that cannot be read are a note, never a failure of the check.
RuleReview review_rules(const ReviewInput& input);

// Of a run that was measured before: judged again from its captures; nothing when the base does not
// have the test. Throws Error as read_run does, and Error(kUsage) when the base is no build folder.
std::optional<RuleReview> review_run(const std::filesystem::path& run,
                                     const std::filesystem::path& base_build);

}  // namespace ncu_regions
