// Render: an icicle chart: regions as boxes, children below their parent, as wide as what they
// cost. Private to this room.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/regions/region_tree.h"
#include "harness/render/page/page_data.h"

namespace ncu_regions {

using Widths = std::vector<std::optional<double>>;  // by region

// Where each region stands, whatever its width is. Trees of other domains, and start/end ranges,
// stand below: nothing is in two of them by nesting.
struct IcicleRows {
  std::vector<std::size_t> row;   // by region
  std::vector<std::size_t> tree;  // by region: which tree it is of
  std::size_t rows = 0, trees = 0;
};
IcicleRows icicle_rows(const RegionTree& tree);

// As shares of the whole, from 0 to 1.
struct IcicleBox {
  double x = 0, width = 0;
};

// What the whole width is: the widest tree's.
double icicle_whole(const RegionTree& tree, const IcicleRows& rows, const Widths& values);

// One per region. One without a value is as wide as what is in it. Children that are wider than
// their parent together (ranges that were measured apart, threads beside each other) share its
// width.
std::vector<IcicleBox> icicle_boxes(const RegionTree& tree, const IcicleRows& rows,
                                    const Widths& values, double whole);

// Both sides, and what has to be known of them; "" without regions.
std::string icicle_html(const PageData& data);

// For the script, which draws the other metrics: the tree and its values, as JSON.
std::string icicle_data(const PageData& data);

}  // namespace ncu_regions
