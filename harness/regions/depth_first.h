// Regions: the order of a tree: parents before their children, a region and those below it in one
// piece. Private to this room.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// The new number of each node. Siblings stay in the order of `parents`, or in that which `sort`
// gives them.
template <typename Sort>
std::vector<std::size_t> depth_first_numbers(const std::vector<std::optional<std::size_t>>& parents,
                                             Sort sort) {
  std::vector<std::vector<std::size_t>> children(parents.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    (parents[i] ? children[*parents[i]] : open).push_back(i);
  }
  sort(open);
  std::ranges::reverse(open);
  std::vector<std::size_t> numbers(parents.size());
  std::size_t next = 0;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    numbers[at] = next++;
    sort(children[at]);
    open.insert(open.end(), children[at].rbegin(), children[at].rend());
  }
  return numbers;
}

inline std::vector<std::size_t> depth_first_numbers(
    const std::vector<std::optional<std::size_t>>& parents) {
  return depth_first_numbers(parents, [](std::vector<std::size_t>&) {});
}

// Region::end of each.
inline void set_ends(RegionTree& tree) {
  for (std::size_t i = tree.regions.size(); i-- > 0;) {
    Region& region = tree.regions[i];
    region.end = std::max(region.end, i + 1);
    if (region.parent) {
      tree.regions[*region.parent].end = std::max(tree.regions[*region.parent].end, region.end);
    }
  }
}

}  // namespace ncu_regions
