#include "harness/regions/kernel_rows.h"

#include <algorithm>
#include <map>

#include "harness/regions/report_values.h"

namespace ncu_regions {
namespace {

bool is_selected_in(const KernelGroup& group, std::size_t region) {
  return std::ranges::any_of(group.in, [&](const Standing& standing) {
    return standing.region == region && standing.selected;
  });
}

void add_group(const RegionTree& tree, std::size_t index, KernelStats& stats) {
  const KernelGroup& group = tree.rows.groups[index];
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
}

Accumulator gathered(const RegionTree& tree, const KernelStats& stats, std::size_t column) {
  Accumulator all;
  for (const std::size_t group : stats.groups) all.merge(tree.rows.groups[group].values[column]);
  return all;
}

// Times take the slowest scope.
double slowest_time(const RegionTree& tree, const KernelStats& stats) {
  std::map<std::size_t, ExactSum> by_scope;
  for (const std::size_t index : stats.groups) {
    const KernelGroup& group = tree.rows.groups[index];
    by_scope[group.scope].add(group.values[*tree.time_column].sum());
  }
  double slowest = 0;
  for (const auto& [scope, sum] : by_scope) slowest = std::max(slowest, sum.value());
  return slowest;
}

// Of the host profiler: a sum with a hole is no sum.
void drop_incomplete(const RegionTree& tree, Totals& totals) {
  if (tree.is_host() && !totals.is_complete()) totals = Totals();
}

void add_metrics(const RegionTree& tree, std::span<const ShownMetric* const> metrics,
                 KernelStats& stats) {
  for (const ShownMetric* metric : metrics) {
    Totals& totals = stats.metrics[metric->name];
    totals =
        totals_of(*metric, metric->column ? gathered(tree, stats, *metric->column) : Accumulator(),
                  stats.launches, tree.rows);
    drop_incomplete(tree, totals);
  }
  if (!tree.time_column) return;
  const Accumulator time = gathered(tree, stats, *tree.time_column);
  if (time.measured() > 0) stats.time = slowest_time(tree, stats);
  if (stats.time) stats.time_each = {time.min(), time.mean(), time.max()};
}

std::vector<std::size_t> groups_in_no_region(const RegionTree& tree, bool recorded) {
  std::vector<std::size_t> groups;
  for (const std::size_t i : tree.rows.groups_in.back()) {
    const KernelGroup& group = tree.rows.groups[i];
    if (group.selected && group.recorded == recorded) groups.push_back(i);
  }
  return groups;
}

// The selected groups that stand there.
std::vector<std::size_t> groups_standing(const RegionTree& tree, Where where, std::size_t region) {
  if (tree.rows.groups.empty()) return {};
  if (where == Where::kOutside || where == Where::kUnlabeled) {
    return groups_in_no_region(tree, where == Where::kOutside);
  }
  std::vector<std::size_t> groups;
  const std::size_t end = where == Where::kDirectly ? region + 1 : tree.regions[region].end;
  for (std::size_t at = region; at < end; ++at) {
    for (const std::size_t i : tree.rows.groups_in[at]) {
      if (is_selected_in(tree.rows.groups[i], at)) groups.push_back(i);
    }
  }
  return groups;
}

}  // namespace

const Cell& KernelRows::cell(const KernelRow& row, std::size_t column) const {
  static const Cell kNothing;
  return column < row.cells ? cells[row.first_cell + column] : kNothing;
}

void index_groups(RegionTree& tree) {
  KernelRows& rows = tree.rows;
  rows.groups_in.assign(tree.regions.size() + 1, {});
  for (std::size_t i = 0; i < rows.groups.size(); ++i) {
    for (const Standing& standing : rows.groups[i].in) rows.groups_in[standing.region].push_back(i);
    if (rows.groups[i].in.empty()) rows.groups_in.back().push_back(i);
  }
  rows.rows_of.assign(rows.groups.size(), {});
  for (std::size_t i = 0; i < rows.rows.size(); ++i) rows.rows_of[rows.rows[i].group].push_back(i);
}

std::vector<KernelStats> kernels_in(const RegionTree& tree, Where where, std::size_t region,
                                    std::span<const ShownMetric* const> metrics,
                                    std::optional<std::size_t> scope) {
  std::map<std::size_t, KernelStats> found;
  for (const std::size_t index : groups_standing(tree, where, region)) {
    const KernelGroup& group = tree.rows.groups[index];
    const bool is_here = !scope || group.scope == *scope;
    if (is_here && !tree.rows.kernels[group.kernel].is_range()) {
      add_group(tree, index, found[group.kernel]);
    }
  }
  std::vector<KernelStats> kernels;
  for (auto& [kernel, stats] : found) {
    add_metrics(tree, metrics, stats);
    kernels.push_back(std::move(stats));
  }
  std::ranges::stable_sort(kernels, [](const KernelStats& a, const KernelStats& b) {
    if (a.time != b.time) return a.time > b.time;
    return a.launches > b.launches;
  });
  return kernels;
}

std::vector<std::size_t> rows_in(const RegionTree& tree, std::span<const KernelStats> kernels) {
  std::vector<std::size_t> rows;
  for (const KernelStats& kernel : kernels) {
    for (const std::size_t group : kernel.groups) {
      rows.insert(rows.end(), tree.rows.rows_of[group].begin(), tree.rows.rows_of[group].end());
    }
  }
  std::ranges::sort(rows);
  return rows;
}

}  // namespace ncu_regions
