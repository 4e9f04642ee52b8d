#include "harness/regions/kernel_counts.h"

#include <algorithm>
#include <tuple>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

// What a group is called in every capture.
using GroupName = std::tuple<std::string, std::string, std::vector<RegionPath>>;

GroupName name_of(const RegionTree& tree, const KernelGroup& group) {
  std::vector<RegionPath> regions;
  for (const Standing& standing : group.in) regions.push_back(tree.regions[standing.region].path);
  std::ranges::sort(regions);
  return {tree.rows.kernels[group.kernel].name, tree.scopes[group.scope].name, std::move(regions)};
}

bool is_refused(const RegionTree& tree, const KernelGroup& group, const std::string& metric) {
  return std::ranges::any_of(group.in, [&](const Standing& standing) {
    return tree.regions[standing.region].not_measured.contains(metric);
  });
}

}  // namespace

void take_kernel_counts(RegionTree& into, const RegionTree& from) {
  if (from.rows.columns.empty()) return;
  std::map<GroupName, const KernelGroup*> theirs;
  for (const KernelGroup& group : from.rows.groups) theirs[name_of(from, group)] = &group;
  for (KernelGroup& group : into.rows.groups) {
    const auto found = theirs.find(name_of(into, group));
    const bool is_same = found != theirs.end() && found->second->launches == group.launches;
    for (std::size_t i = 0; i < from.rows.columns.size(); ++i) {
      const bool is_taken = is_same && !is_refused(into, group, from.rows.columns[i]);
      group.values.push_back(is_taken ? found->second->values[i] : Accumulator());
    }
  }
  into.rows.columns.insert(into.rows.columns.end(), from.rows.columns.begin(),
                           from.rows.columns.end());
}

std::optional<ShownMetric> kernel_instructions(const RegionTree& tree) {
  const auto found = std::ranges::find(tree.rows.columns, kHostInstructionsMetric);
  if (!tree.is_host() || found == tree.rows.columns.end()) return std::nullopt;
  const auto column = static_cast<std::size_t>(found - tree.rows.columns.begin());
  const auto has_value = [&](const KernelGroup& group) {
    return group.values[column].measured() > 0;
  };
  if (std::ranges::none_of(tree.rows.groups, has_value)) return std::nullopt;
  ShownMetric metric;
  metric.name = *found;
  metric.unit = "inst";
  metric.roll_up = metric.across = RollUp::kSum;
  metric.column = column;
  return metric;
}

}  // namespace ncu_regions
