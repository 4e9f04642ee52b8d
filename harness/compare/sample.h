// Compare: captures as samples: one value of every region and metric each.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

enum class BuildSide { kHead, kBase };

enum class Phase {
  kWarmUp,  // thrown away
  kScreen,  // looked at first
  kAgain,   // one more of what must repeat exactly and seems worse
  kFresh,   // of what is undecided: they had no part in suspecting it
};

std::string_view to_string(BuildSide side);
std::string_view to_string(Phase phase);

// What a sample was taken for. A region or metric that is not in it is no gap.
struct SampleInfo {
  std::uint64_t number = 0;  // in the order in which they were taken, from 1
  BuildSide side = BuildSide::kHead;
  Phase phase = Phase::kScreen;
  std::uint64_t pair = 0;            // fresh samples, side by side: which pair
  std::vector<std::string> regions;  // as declared; empty: all
  std::set<std::string> metrics;     // empty: all

  bool covers(const std::string& declared, const std::string& metric) const;
};

struct TakenSample {
  SampleInfo info;
  RegionTree tree;
};

// Why a region of a tree has no value of a metric; "" when it has one.
std::string why_no_value(const Region& region, const std::string& metric);

// Its inclusive value, where there is one.
std::optional<double> value_in(const RegionTree& tree, const RegionPath& path,
                               const std::string& metric);

}  // namespace ncu_regions
