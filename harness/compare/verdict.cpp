#include "harness/compare/verdict.h"

#include <utility>

namespace ncu_regions {
namespace {

constexpr std::pair<VerdictWord, std::string_view> kWords[] = {
    {VerdictWord::kPass, "pass"},
    {VerdictWord::kImproved, "improved"},
    {VerdictWord::kRegressed, "regressed"},
    {VerdictWord::kSuspect, "suspect"},
    {VerdictWord::kNoisy, "noisy"},
    {VerdictWord::kNotMeasured, "not_measured"},
    {VerdictWord::kNoBaseline, "no_baseline"},
    {VerdictWord::kIncomparable, "incomparable"},
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

ExitCode exit_code_of(const Verdict& verdict) {
  if (verdict.gate != Gate::kFail) return ExitCode::kPass;
  switch (verdict.word) {
    case VerdictWord::kPass:
    case VerdictWord::kImproved:
    case VerdictWord::kSuspect:
    case VerdictWord::kNoisy:
      return ExitCode::kPass;
    case VerdictWord::kRegressed:
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
