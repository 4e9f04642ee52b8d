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

// With why metrics have no share.
struct Draft {
  Explanation explanation;
  std::vector<std::string> refusals;
};

void add_verdict(const ExplainInput& input, const Verdict& verdict, Draft& draft) {
  ShareOrWhy found = share_of(input, verdict);
  if (found.share) {
    draft.explanation.shares.push_back(std::move(*found.share));
  } else if (std::ranges::find(draft.refusals, found.why) == draft.refusals.end()) {
    draft.refusals.push_back(std::move(found.why));
  }
  for (ChildShare& child : child_shares(input, verdict)) {
    draft.explanation.children.push_back(std::move(child));
  }
}

Explanation finished(const ExplainInput& input, Draft draft) {
  Explanation explanation = std::move(draft.explanation);
  const Pair pair = pair_at(input, explanation.region);
  if (pair.is_whole()) {
    explanation.counters = moved_counters(input, pair);
    explanation.rules = new_rules(pair);
  }
  explanation.reading = reading_of(input, explanation, draft.refusals);
  return explanation;
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

bool holds_nearly_all(const ChildShare& child, const MetricShare& share) {
  return child.metric == share.metric && share.change() != 0 &&
         (child.now - child.before) / share.change() >= kNearlyAll;
}

bool is_explained(const Verdict& verdict) {
  const VerdictWord word = verdict.waived.value_or(verdict.word);
  const bool is_moved = word == VerdictWord::kRegressed || word == VerdictWord::kImproved ||
                        word == VerdictWord::kSuspect ||
                        (word == VerdictWord::kOverLimit && verdict.baseline);
  return is_moved && verdict.now && verdict.now != verdict.baseline;
}

std::vector<Explanation> explain(const ExplainInput& input) {
  std::vector<Draft> drafts;
  for (const Verdict& verdict : input.outcome.verdicts) {
    if (!is_explained(verdict)) continue;
    auto found = std::ranges::find(drafts, verdict.region,
                                   [](const Draft& draft) { return draft.explanation.region; });
    if (found == drafts.end()) {
      drafts.push_back({{verdict.region, {}, {}, {}, {}, {}}, {}});
      found = drafts.end() - 1;
    }
    add_verdict(input, verdict, *found);
  }
  std::vector<Explanation> explanations;
  explanations.reserve(drafts.size());
  for (Draft& draft : drafts) explanations.push_back(finished(input, std::move(draft)));
  return explanations;
}

const Explanation* Explained::find(const RegionPath& region) const {
  const auto found = std::ranges::find(explanations, region, &Explanation::region);
  return found == explanations.end() ? nullptr : &*found;
}

}  // namespace ncu_regions
