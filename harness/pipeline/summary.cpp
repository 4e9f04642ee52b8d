#include "harness/pipeline/summary.h"

#include <algorithm>

#include "harness/config/workload.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/outcome_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// As the ctests of its regions ended.
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

WorkloadSummary summary_of(const std::string& name, const fs::path& run) {
  try {
    const Outcome outcome = read_outcome(outcome_file(run));
    const std::string date = read_run_record(run_record_file(run)).date;
    return {state_of(outcome), summary_line(outcome) + " (measured " + date + ")", true};
  } catch (const Error& error) {
    std::error_code failed;
    const bool is_there = fs::exists(outcome_file(run), failed);
    return {WorkloadState::kNotMeasured,
            name + ": " + (is_there ? error.what() : "no complete run in " + run.string()), false};
  }
}

}  // namespace

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

std::size_t Summary::count(WorkloadState state) const {
  return static_cast<std::size_t>(std::ranges::count(workloads, state, &WorkloadSummary::state));
}

bool Summary::has_runs() const { return std::ranges::any_of(workloads, &WorkloadSummary::has_run); }

std::string Summary::line() const {
  std::string text = counted(workloads.size(), "workload") + ":";
  for (const WorkloadState state : {WorkloadState::kPassed, WorkloadState::kFailed,
                                    WorkloadState::kNotMeasured, WorkloadState::kSkipped}) {
    if (count(state) == 0) continue;
    text += (text.ends_with(':') ? " " : ", ") + std::to_string(count(state)) + " " +
            std::string(to_string(state));
  }
  return text;
}

Summary summarize_build(const fs::path& build) {
  Summary summary;
  for (const std::string& name : workload_names(tests_file(build))) {
    summary.workloads.push_back(summary_of(name, build / "ncu-regions" / name));
  }
  std::ranges::stable_sort(summary.workloads, {}, &WorkloadSummary::state);
  return summary;
}

}  // namespace ncu_regions
