#include "harness/compare/workload_state.h"

#include <algorithm>

namespace ncu_regions {

std::string_view to_string(WorkloadState state) {
  switch (state) {
    case WorkloadState::kFailed:
      return "failed";
    case WorkloadState::kNotMeasured:
      return "not measured";
    case WorkloadState::kSkipped:
      return "skipped";
    case WorkloadState::kPassed:
      break;
  }
  return "passed";
}

WorkloadState state_of(const Outcome& outcome) {
  std::vector<ExitCode> codes;
  for (const std::string& region : outcome.declared) {
    codes.push_back(region_test_code(outcome, region));
  }
  const ExitCode code = outcome.skipped ? ExitCode::kSkipped : combine(codes);
  // Some that could not be judged do not make the others less judged.
  const bool has_passed = !outcome.skipped && std::ranges::count(codes, ExitCode::kPass) > 0;
  if (code == ExitCode::kPass) return WorkloadState::kPassed;
  if (code == ExitCode::kSkipped) {
    return has_passed ? WorkloadState::kPassed : WorkloadState::kSkipped;
  }
  return code == ExitCode::kNotMeasured ? WorkloadState::kNotMeasured : WorkloadState::kFailed;
}

}  // namespace ncu_regions
