#include "harness/regions/kernel_rows.h"

#include <algorithm>
#include <map>

#include "harness/regions/report_values.h"

namespace ncu_regions {
namespace {

bool stands(const RegionTree& tree, const KernelGroup& group, Where where, std::size_t region) {
  if (tree.rows.kernels[group.kernel].is_range()) return false;
  if (where == Where::kOutside || where == Where::kUnlabeled) {
    return group.in.empty() && group.selected && group.recorded == (where == Where::kOutside);
  }
  const std::size_t end = where == Where::kDirectly ? region + 1 : tree.regions[region].end;
  return std::ranges::any_of(group.in, [&](const Standing& standing) {
    return standing.selected && standing.region >= region && standing.region < end;
  });
}

// A kernel, while its groups are put together.
struct Gathering {
  KernelStats stats;
  std::vector<Accumulator> values;

  void add(const KernelGroup& group, std::size_t index) {
    if (stats.groups.empty()) {
      stats.kernel = group.kernel;
      stats.grid = group.grid;
      stats.block = group.block;
    } else if (stats.grid != group.grid || stats.block != group.block) {
      stats.is_mixed = true;
    }
    stats.is_mixed |= group.is_mixed;
    stats.launches += group.launches;
    stats.groups.push_back(index);
    if (values.size() < group.values.size()) values.resize(group.values.size());
    for (std::size_t i = 0; i < group.values.size(); ++i) values[i].merge(group.values[i]);
  }
};

void add_metrics(const RegionTree& tree, Gathering& kernel) {
  const auto add = [&](const ShownMetric& metric) {
    const auto column = std::ranges::find(tree.rows.columns, metric.name);
    const auto index = static_cast<std::size_t>(column - tree.rows.columns.begin());
    kernel.stats.metrics[metric.name] =
        totals_of(metric, index < kernel.values.size() ? kernel.values[index] : Accumulator(),
                  kernel.stats.launches, tree.rows);
  };
  for (const ShownMetric& metric : tree.shown) add(metric);
  if (tree.time_metric.empty()) return;
  const bool is_shown =
      std::ranges::find(tree.shown, tree.time_metric, &ShownMetric::name) != tree.shown.end();
  if (!is_shown) {
    add({tree.time_metric, "ns", RollUp::kSum, RollUp::kSum, "", true, false, "", ""});
  }
  kernel.stats.time = kernel.stats.metrics[tree.time_metric].inclusive;
}

}  // namespace

const Cell& KernelRows::cell(const KernelRow& row, std::size_t column) const {
  static const Cell kNothing;
  return column < row.cells ? cells[row.first_cell + column] : kNothing;
}

std::vector<KernelStats> kernels_in(const RegionTree& tree, Where where, std::size_t region) {
  std::map<std::size_t, Gathering> gathered;
  const auto consider = [&](std::size_t group) {
    const KernelGroup& candidate = tree.rows.groups[group];
    if (stands(tree, candidate, where, region)) gathered[candidate.kernel].add(candidate, group);
  };
  for (std::size_t i = 0; i < tree.rows.groups.size(); ++i) consider(i);
  std::vector<KernelStats> kernels;
  for (auto& [kernel, gathering] : gathered) {
    add_metrics(tree, gathering);
    kernels.push_back(std::move(gathering.stats));
  }
  std::ranges::stable_sort(kernels, [](const KernelStats& a, const KernelStats& b) {
    if (a.time != b.time) return a.time > b.time;
    return a.launches > b.launches;
  });
  return kernels;
}

std::vector<std::size_t> rows_in(const RegionTree& tree, std::span<const KernelStats> kernels) {
  std::vector<bool> wanted(tree.rows.groups.size());
  for (const KernelStats& kernel : kernels) {
    for (const std::size_t group : kernel.groups) wanted[group] = true;
  }
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < tree.rows.rows.size(); ++i) {
    if (wanted[tree.rows.rows[i].group]) rows.push_back(i);
  }
  return rows;
}

}  // namespace ncu_regions
