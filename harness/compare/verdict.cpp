#include "harness/compare/verdict.h"

#include <utility>

namespace ncu_regions {
namespace {

constexpr std::pair<VerdictWord, std::string_view> kWords[] = {
    {VerdictWord::kPass, "pass"},
    {VerdictWord::kImproved, "improved"},
    {VerdictWord::kRegressed, "regressed"},
    {VerdictWord::kOverLimit, "over_limit"},
    {VerdictWord::kSuspect, "suspect"},
    {VerdictWord::kNoisy, "noisy"},
    {VerdictWord::kNotMeasured, "not_measured"},
    {VerdictWord::kNoBaseline, "no_baseline"},
    {VerdictWord::kIncomparable, "incomparable"},
    {VerdictWord::kWaived, "waived"},
    {VerdictWord::kWaiverStale, "waiver_stale"},
};

}  // namespace

std::string_view to_string(VerdictWord word) {
  for (const auto& [known, text] : kWords) {
    if (known == word) return text;
  }
  return "unknown";
}

std::optional<VerdictWord> verdict_word_from(std::string_view text) {
  for (const auto& [word, known] : kWords) {
    if (known == text) return word;
  }
  return std::nullopt;
}

std::string_view to_string(Mode mode) {
  switch (mode) {
    case Mode::kStored:
      return "stored";
    case Mode::kSideBySide:
      return "side_by_side";
    case Mode::kFixed:
      break;
  }
  return "fixed";
}

bool is_new_level(const Verdict& verdict) {
  const VerdictWord word = verdict.waived.value_or(verdict.word);
  return !verdict.is_limit_only() &&
         (word == VerdictWord::kRegressed || word == VerdictWord::kImproved ||
          word == VerdictWord::kSuspect || word == VerdictWord::kNoBaseline ||
          verdict.per_instance || verdict.moved_from);
}

ExitCode exit_code_of(const Verdict& verdict) {
  if (verdict.word == VerdictWord::kOverLimit) {
    return verdict.gate == Gate::kWarn ? ExitCode::kPass : ExitCode::kRegressed;
  }
  if (verdict.gate == Gate::kWarn && !verdict.is_region_missing) return ExitCode::kPass;
  switch (verdict.word) {
    case VerdictWord::kPass:
    case VerdictWord::kImproved:
    case VerdictWord::kWaived:
    case VerdictWord::kWaiverStale:
      return ExitCode::kPass;
    case VerdictWord::kSuspect:
    case VerdictWord::kNoisy:
      return verdict.fails_undecided ? ExitCode::kNotMeasured : ExitCode::kPass;
    case VerdictWord::kRegressed:
    case VerdictWord::kOverLimit:
      return ExitCode::kRegressed;
    case VerdictWord::kNotMeasured:
      return verdict.beyond_this_machine ? ExitCode::kSkipped : ExitCode::kNotMeasured;
    case VerdictWord::kNoBaseline:
    case VerdictWord::kIncomparable:
      return ExitCode::kNoBaseline;
  }
  return ExitCode::kNotMeasured;
}

ExitCode exit_code_of(std::span<const Verdict> verdicts) {
  if (verdicts.empty()) return ExitCode::kNotMeasured;
  std::vector<ExitCode> codes;
  for (const Verdict& verdict : verdicts) codes.push_back(exit_code_of(verdict));
  return combine(codes);
}

}  // namespace ncu_regions
