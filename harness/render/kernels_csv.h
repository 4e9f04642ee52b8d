// Render: kernels.csv, the rows behind a region's totals, for spreadsheets.
#pragma once

#include <string>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

// Whether pages hold only what is directly in their region: with everything below it they would be
// too long.
bool pages_are_short(const RegionTree& tree);

class KernelsCsv {
 public:
  // Formats all rows once: a kernel stands in the pages of all regions of its stack.
  explicit KernelsCsv(const RegionTree& tree);

  // The rows of the region and of those below it: they add up to its inclusive values,
  // unless pages_are_short.
  std::string page(std::size_t region) const;

 private:
  const RegionTree& tree_;
  std::string header_;
  std::string text_;                // of all rows
  std::vector<std::size_t> begin_;  // of each row in it, and its end
};

}  // namespace ncu_regions
