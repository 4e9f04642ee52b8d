// Regions: what the values of a region are made of, in few numbers: for explanations, and small
// enough to be stored with a baseline.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/region_path.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

// Range captures: the time of a region's kernels in the census beside them, each measured alone.
// Not the time of the range.
inline constexpr std::string_view kKernelTimePart = "region__kernel_time";

// A value in several captures.
struct Spread {
  double low = 0, middle = 0, high = 0;
  std::uint64_t captures = 1;  // that have it
  bool operator==(const Spread&) const = default;
};

// A kernel in a region and below it, all its launches together.
struct KernelPart {
  std::string name;
  std::uint64_t launches = 0;
  std::map<std::string, double> values = {};  // of metrics that add up

  bool operator==(const KernelPart&) const = default;
};

// A rule of ncu that fired for a kernel or a range.
struct RulePart {
  std::string kernel;  // empty: of the range itself
  std::string rule;    // "SOLBottleneck"
  std::string title;
  std::optional<double> speedup_percent;  // that ncu estimates

  bool operator==(const RulePart&) const = default;
};

// What ncu's rules found, where somebody looked.
struct RuleParts {
  std::vector<std::string> kernels;  // that were looked at; "" is the range itself
  std::vector<RulePart> fired;

  bool operator==(const RuleParts&) const = default;
};

struct RegionParts {
  RegionPath region;
  std::uint64_t samples = 0;               // captures behind it
  std::map<std::string, Spread> counters;  // inclusive values of everything that was measured
  std::vector<KernelPart> kernels;         // the largest ones
  bool is_cut = false;                     // there are more kernels than that
  std::optional<RuleParts> rules;          // nothing: nobody looked for them

  bool operator==(const RegionParts&) const = default;
};

// Of one capture.
RegionParts parts_in(const RegionTree& tree, std::size_t region);

// Of several captures: medians. Nothing when there is none.
std::optional<RegionParts> merge_parts(std::span<const RegionParts> captures);

}  // namespace ncu_regions
