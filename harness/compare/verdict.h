// Compare: what was decided for one region x metric, and why.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/budget.h"
#include "harness/core/exit_code.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

enum class VerdictWord {
  kPass,
  kImproved,
  kRegressed,
  kSuspect,
  kNoisy,
  kNotMeasured,
  kNoBaseline,
  kIncomparable,
};

std::string_view to_string(VerdictWord word);
std::optional<VerdictWord> verdict_word_from(std::string_view text);

struct Verdict {
  std::string declared;  // the region as the test declared it
  RegionPath region;     // as it was found; for a region that was not, the declared form
  std::string metric;
  std::string unit;
  std::string family;  // which fingerprint fields the value depends on
  VerdictWord word = VerdictWord::kNotMeasured;
  Gate gate = Gate::kFail;
  std::optional<double> baseline;  // per instance when per_instance is set
  std::optional<double> now;
  Allowance budget;
  std::optional<double> allowed;  // the budget in the unit of the metric
  std::string budget_origin;
  bool per_instance = false;  // the number of instances changed: judged per instance
  // Not measured because this machine cannot (a skip), not because the workload did not.
  bool beyond_this_machine = false;
  std::string reason;  // a sentence that a person can check
};

// What a verdict means for an exit code: 0 unless its gate is `fail`.
ExitCode exit_code_of(const Verdict& verdict);

// The lowest non-zero code of all; an empty list is kNotMeasured: nothing was judged.
ExitCode exit_code_of(std::span<const Verdict> verdicts);

}  // namespace ncu_regions
