// Explain: the steps of an explanation. Private to this room.
#pragma once

#include <vector>

#include "harness/explain/explain.h"

namespace ncu_regions {

// Of a change: what is left needs no further name.
inline constexpr double kNearlyAll = 0.95;

// Both sides of one region.
struct Pair {
  const RegionParts* before = nullptr;
  const RegionParts* now = nullptr;

  bool is_whole() const { return before != nullptr && now != nullptr; }
};

inline const RegionParts* parts_at(const PartsByRegion& parts, const RegionPath& region) {
  const auto found = parts.find(region);
  return found == parts.end() ? nullptr : &found->second;
}

inline Pair pair_at(const ExplainInput& input, const RegionPath& region) {
  return {parts_at(input.before, region), parts_at(input.now, region)};
}

// A share, or why there is none: the metric is in no kernel, the parts are of another level than
// the baseline, or what could be divided did not move like the verdict.
struct ShareOrWhy {
  std::optional<MetricShare> share;
  std::string why;
};
ShareOrWhy share_of(const ExplainInput& input, const Verdict& verdict);

std::vector<ChildShare> child_shares(const ExplainInput& input, const Verdict& verdict);

// All but those that a verdict speaks of.
std::vector<CounterMove> moved_counters(const ExplainInput& input, const Pair& pair);

std::vector<RulePart> new_rules(const Pair& pair);

// The value of a counter on both sides, where both have it.
std::optional<CounterMove> counter(const Pair& pair, std::string_view metric);

double relative_change_of(const CounterMove& move);

// `refusals`: why metrics have no share.
std::vector<Phrase> reading_of(const ExplainInput& input, const Explanation& explanation,
                               const std::vector<std::string>& refusals);

}  // namespace ncu_regions
