#include "harness/explain/explain.h"

#include <algorithm>
#include <utility>

#include "harness/explain/parts.h"

namespace ncu_regions {
namespace {

constexpr std::pair<KernelChange, std::string_view> kChanges[] = {
    {KernelChange::kNew, "new"},
    {KernelChange::kGone, "gone"},
    {KernelChange::kMoreLaunches, "more_launches"},
    {KernelChange::kFewerLaunches, "fewer_launches"},
    {KernelChange::kMoreEach, "more_each"},
    {KernelChange::kLessEach, "less_each"},
};

void add_verdict(const ExplainInput& input, const Verdict& verdict, Explanation& explanation) {
  if (auto share = share_of(input, verdict)) explanation.shares.push_back(std::move(*share));
  for (ChildShare& child : child_shares(input, verdict)) {
    explanation.children.push_back(std::move(child));
  }
}

}  // namespace

std::string_view to_string(KernelChange change) {
  return std::ranges::find(kChanges, change, [](const auto& entry) { return entry.first; })->second;
}

std::optional<KernelChange> kernel_change_from(std::string_view text) {
  for (const auto& [change, known] : kChanges) {
    if (known == text) return change;
  }
  return std::nullopt;
}

bool is_explained(const Verdict& verdict) {
  const VerdictWord word = verdict.waived.value_or(verdict.word);
  const bool is_moved = word == VerdictWord::kRegressed || word == VerdictWord::kImproved ||
                        word == VerdictWord::kSuspect ||
                        (word == VerdictWord::kOverLimit && verdict.baseline);
  return is_moved && verdict.now && verdict.now != verdict.baseline;
}

std::vector<Explanation> explain(const ExplainInput& input) {
  std::vector<Explanation> explanations;
  for (const Verdict& verdict : input.outcome.verdicts) {
    if (!is_explained(verdict)) continue;
    auto found = std::ranges::find(explanations, verdict.region, &Explanation::region);
    if (found == explanations.end()) {
      explanations.push_back({verdict.region, {}, {}, {}, {}, {}});
      found = explanations.end() - 1;
    }
    add_verdict(input, verdict, *found);
  }
  for (Explanation& explanation : explanations) {
    const Pair pair = pair_at(input, explanation.region);
    if (pair.is_whole()) {
      explanation.counters = moved_counters(input, pair);
      explanation.rules = new_rules(pair);
    }
    explanation.reading = reading_of(input, explanation);
  }
  return explanations;
}

}  // namespace ncu_regions
