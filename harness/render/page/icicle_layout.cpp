// Where the boxes of the chart stand. report.js has the same for other metrics.
#include <algorithm>
#include <cmath>
#include <map>

#include "harness/render/page/icicle.h"

namespace ncu_regions {
namespace {

// A region without a value is as wide as what is in it: it must not hide that.
Widths filled(const RegionTree& tree, Widths widths) {
  std::vector<double> inside(widths.size());
  for (std::size_t i = widths.size(); i-- > 0;) {
    if (widths[i] && !std::isfinite(*widths[i])) widths[i].reset();
    if (!widths[i] && inside[i] > 0) widths[i] = inside[i];
    if (const auto& parent = tree.regions[i].parent) inside[*parent] += widths[i].value_or(0);
  }
  return widths;
}

}  // namespace

IcicleRows icicle_rows(const RegionTree& tree) {
  IcicleRows out;
  std::map<std::pair<std::string, bool>, std::size_t> trees;  // in the order of the regions
  for (const Region& region : tree.regions) {
    const auto found = trees.try_emplace({region.path.domain, region.path.start_end}, trees.size());
    out.tree.push_back(found.first->second);
  }
  out.trees = trees.size();
  std::vector<std::size_t> depth(out.trees);
  for (std::size_t i = 0; i < out.tree.size(); ++i) {
    depth[out.tree[i]] = std::max(depth[out.tree[i]], tree.regions[i].depth + 1);
  }
  std::vector<std::size_t> first(out.trees);
  for (std::size_t i = 0; i < out.trees; ++i) {
    first[i] = out.rows;
    out.rows += depth[i];
  }
  for (std::size_t i = 0; i < out.tree.size(); ++i) {
    out.row.push_back(first[out.tree[i]] + tree.regions[i].depth);
  }
  return out;
}

double icicle_whole(const RegionTree& tree, const IcicleRows& rows, const Widths& values) {
  const Widths widths = filled(tree, values);
  std::vector<double> sums(rows.trees);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (!tree.regions[i].parent) sums[rows.tree[i]] += widths[i].value_or(0);
  }
  return sums.empty() ? 0 : *std::ranges::max_element(sums);
}

std::vector<IcicleBox> icicle_boxes(const RegionTree& tree, const IcicleRows& rows,
                                    const Widths& values, double whole) {
  const Widths widths = filled(tree, values);
  const std::size_t count = widths.size();
  std::vector<double> inside(count);  // what the children are together
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto& parent = tree.regions[i].parent) inside[*parent] += widths[i].value_or(0);
  }
  std::vector<IcicleBox> boxes(count);
  std::vector<double> next(count);  // where the next child begins
  std::vector<double> next_root(rows.trees);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& parent = tree.regions[i].parent;
    double width = whole > 0 ? widths[i].value_or(0) / whole : 0;
    if (parent && inside[*parent] > 0 && whole > 0) {
      width *= std::min(1.0, boxes[*parent].width * whole / inside[*parent]);
    }
    double& begin = parent ? next[*parent] : next_root[rows.tree[i]];
    boxes[i] = {begin, width};
    next[i] = begin;
    begin += width;
  }
  return boxes;
}

}  // namespace ncu_regions
