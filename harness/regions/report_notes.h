// Regions: what a reader of the totals has to know, and whether they add up. Private to this room.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

struct NoteFacts {
  const std::map<std::size_t, std::uint64_t>& open_elsewhere;  // node -> results outside meanwhile
  const std::vector<std::size_t>& number_of;                   // node -> region
  std::uint64_t not_profiled = 0, ambiguous_ranges = 0;
  bool has_kernels = false;
  const std::vector<std::string>& declared;
  const std::vector<std::string>& known_metrics;
  bool has_selection = false;
};

std::vector<std::string> notes_of_reports(const RegionTree& tree, const NoteFacts& facts);

// A region that takes much longer in one scope than in the others.
std::vector<std::string> slow_scopes(const RegionTree& tree);

// Adds up each domain's push/pop tree, and all rows, apart.
void add_domain_sums(RegionTree& tree);

}  // namespace ncu_regions
