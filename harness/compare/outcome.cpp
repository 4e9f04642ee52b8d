#include "harness/compare/outcome.h"

#include <algorithm>

namespace ncu_regions {
namespace {

// Nothing proves it worse, and nothing proves it unchanged. A warning is not worth a skip.
bool is_undecided(const Verdict& verdict) {
  const bool is_word = verdict.word == VerdictWord::kSuspect || verdict.word == VerdictWord::kNoisy;
  return is_word && verdict.gate == Gate::kFail && !verdict.fails_undecided;
}

}  // namespace

ExitCode exit_code_of(const Outcome& outcome) {
  return outcome.skipped ? ExitCode::kSkipped : exit_code_of(outcome.verdicts);
}

ExitCode profile_code(const Outcome& outcome) {
  if (outcome.skipped) return ExitCode::kSkipped;
  const bool measured = std::ranges::any_of(outcome.verdicts, [](const Verdict& verdict) {
    return verdict.waived.value_or(verdict.word) != VerdictWord::kNotMeasured ||
           verdict.beyond_this_machine;
  });
  return measured ? ExitCode::kPass : ExitCode::kNotMeasured;
}

ExitCode region_test_code(const Outcome& outcome, const Verdict& verdict) {
  const ExitCode code = exit_code_of(verdict);
  if (is_undecided(verdict)) return ExitCode::kSkipped;
  if (code != ExitCode::kNoBaseline) return code;
  // Side by side nobody stored anything: what is new could not have a baseline.
  const bool is_required = outcome.require_baseline && outcome.mode == Mode::kStored;
  const bool may_skip =
      verdict.word == VerdictWord::kIncomparable ? outcome.allow_incomparable : !is_required;
  return may_skip ? ExitCode::kSkipped : code;
}

ExitCode region_test_code(const Outcome& outcome, const std::string& declared) {
  if (outcome.skipped) return ExitCode::kSkipped;
  std::vector<ExitCode> codes;
  for (const Verdict& verdict : outcome.verdicts) {
    if (verdict.declared == declared) codes.push_back(region_test_code(outcome, verdict));
  }
  return codes.empty() ? ExitCode::kNotMeasured : combine(codes);
}

std::vector<std::string> undecided_regions(const Outcome& outcome) {
  std::vector<std::string> regions;
  for (const std::string& region : outcome.declared) {
    const bool is_any = std::ranges::any_of(outcome.verdicts, [&](const Verdict& verdict) {
      return verdict.declared == region && is_undecided(verdict);
    });
    if (is_any && region_test_code(outcome, region) == ExitCode::kSkipped) {
      regions.push_back(region);
    }
  }
  return regions;
}

}  // namespace ncu_regions
