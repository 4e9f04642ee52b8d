#include "harness/regions/region_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ncu_regions {
namespace {

constexpr std::size_t kMostKernels = 100;

// The columns of kernel rows that add up.
std::vector<ShownMetric> additive_columns(const RegionTree& tree) {
  std::vector<ShownMetric> metrics;
  if (tree.is_host()) {
    for (std::size_t i = 0; i < tree.rows.columns.size(); ++i) {
      ShownMetric metric;
      metric.name = tree.rows.columns[i];
      metric.roll_up = metric.across = RollUp::kSum;
      metric.column = i;
      metrics.push_back(std::move(metric));
    }
    return metrics;
  }
  std::set<std::string> seen;
  for (const ShownMetric& metric : tree.shown) {
    const bool adds_up = metric.roll_up == RollUp::kSum && metric.column;
    if (adds_up && seen.insert(metric.name).second) metrics.push_back(metric);
  }
  return metrics;
}

KernelPart kernel_part(const RegionTree& tree, const KernelStats& stats) {
  KernelPart part{tree.rows.kernels[stats.kernel].name, stats.launches};
  if (tree.is_range()) {  // its rows are those of the census: other quantities than the range's
    if (stats.time) part.values[std::string(kKernelTimePart)] = *stats.time;
    return part;
  }
  for (const auto& [metric, totals] : stats.metrics) {
    const bool is_there = totals.inclusive && std::isfinite(*totals.inclusive);
    // A row of the host profiler is all launches of a kernel.
    const bool is_whole = tree.is_host() ? totals.measured > 0 : totals.is_complete();
    if (is_there && is_whole) part.values[metric] = *totals.inclusive;
  }
  return part;
}

std::vector<KernelPart> kernel_parts(const RegionTree& tree, std::size_t region) {
  const std::vector<ShownMetric> columns = additive_columns(tree);
  std::vector<const ShownMetric*> metrics;
  metrics.reserve(columns.size());
  for (const ShownMetric& column : columns) metrics.push_back(&column);
  // Two kernels may have one name, as far as people see it.
  std::vector<KernelPart> parts;
  for (const KernelStats& stats : kernels_in(tree, Where::kBelow, region, metrics)) {
    KernelPart part = kernel_part(tree, stats);
    const auto same = std::ranges::find(parts, part.name, &KernelPart::name);
    if (same == parts.end()) {
      parts.push_back(std::move(part));
      continue;
    }
    same->launches += part.launches;
    for (const auto& [metric, value] : part.values) same->values[metric] += value;
  }
  return parts;
}

std::vector<RulePart> rule_parts(const RegionTree& tree, std::size_t region) {
  std::vector<RulePart> parts;
  for (const RuleHit& hit : *tree.rules) {
    const KernelGroup& group = tree.rows.groups[tree.rows.rows[hit.row].group];
    const bool is_here = std::ranges::any_of(group.in, [&](const Standing& standing) {
      return standing.region >= region && standing.region < tree.regions[region].end;
    });
    if (!is_here) continue;
    const Kernel& kernel = tree.rows.kernels[group.kernel];
    RulePart part{kernel.is_range() ? "" : kernel.name, hit.rule, hit.title, hit.speedup_percent};
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  return parts;
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// What a kernel has in every capture that has the kernel.
KernelPart merged_kernel(const std::string& name, std::span<const RegionParts> captures) {
  std::vector<double> launches;
  std::map<std::string, std::vector<double>> values;
  for (const RegionParts& capture : captures) {
    const auto found = std::ranges::find(capture.kernels, name, &KernelPart::name);
    if (found == capture.kernels.end()) continue;
    launches.push_back(static_cast<double>(found->launches));
    for (const auto& [metric, value] : found->values) values[metric].push_back(value);
  }
  KernelPart part{name, static_cast<std::uint64_t>(median_of(launches))};
  for (const auto& [metric, all] : values) {
    if (all.size() == launches.size()) part.values[metric] = median_of(all);
  }
  return part;
}

}  // namespace

RegionParts parts_in(const RegionTree& tree, std::size_t region) {
  const Region& from = tree.regions[region];
  RegionParts parts;
  parts.region = from.path;
  parts.samples = 1;
  for (const auto& [metric, totals] : from.all.metrics) {
    const bool is_there = totals.inclusive && std::isfinite(*totals.inclusive);
    if (!is_there || !totals.is_complete()) continue;
    parts.counters[metric] = {*totals.inclusive, *totals.inclusive, *totals.inclusive};
  }
  if (from.kernel_time) {
    parts.counters[std::string(kKernelTimePart)] = {*from.kernel_time, *from.kernel_time,
                                                    *from.kernel_time};
  }
  parts.kernels = kernel_parts(tree, region);
  if (tree.rules) parts.rules = rule_parts(tree, region);
  if (parts.kernels.size() > kMostKernels) parts.kernels.resize(kMostKernels);
  return parts;
}

std::optional<RegionParts> merge_parts(std::span<const RegionParts> captures) {
  if (captures.empty()) return std::nullopt;
  RegionParts merged;
  merged.region = captures.front().region;
  merged.samples = captures.size();
  std::map<std::string, std::vector<double>> counters;
  std::vector<std::string> kernels;
  for (const RegionParts& capture : captures) {
    for (const auto& [metric, spread] : capture.counters) counters[metric].push_back(spread.middle);
    for (const KernelPart& kernel : capture.kernels) {
      if (std::ranges::find(kernels, kernel.name) == kernels.end()) kernels.push_back(kernel.name);
    }
    if (!merged.rules) merged.rules = capture.rules;
  }
  for (const auto& [metric, values] : counters) {
    const auto [low, high] = std::ranges::minmax(values);
    merged.counters[metric] = {low, median_of(values), high};
  }
  for (const std::string& kernel : kernels) {
    merged.kernels.push_back(merged_kernel(kernel, captures));
  }
  return merged;
}

}  // namespace ncu_regions
