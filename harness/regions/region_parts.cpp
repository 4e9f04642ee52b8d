#include "harness/regions/region_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/core/median.h"

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
  const bool is_single = tree.scopes.size() < 2;
  for (const ShownMetric& metric : tree.shown) {
    // Where the region takes the slowest scope, kernels of all scopes do not add up to it.
    const bool adds_over_scopes = is_single || metric.across == RollUp::kSum;
    const bool adds_up = metric.roll_up == RollUp::kSum && metric.column && adds_over_scopes;
    if (adds_up && seen.insert(metric.name).second) metrics.push_back(metric);
  }
  return metrics;
}

KernelPart kernel_part(const RegionTree& tree, const KernelStats& stats) {
  KernelPart part{tree.rows.kernels[stats.kernel].name, stats.launches};
  if (tree.is_range()) {  // its rows are those of the census: other quantities than the range's
    if (stats.time && tree.scopes.size() < 2) {
      part.values[std::string(kKernelTimePart)] = *stats.time;
    }
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

// By what it has of the first metric, else by its launches.
double size_of(const KernelPart& part) {
  return part.values.empty() ? static_cast<double>(part.launches) : part.values.begin()->second;
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
    std::erase_if(same->values,
                  [&](const auto& entry) { return !part.values.contains(entry.first); });
    for (auto& [metric, value] : same->values) value += part.values.at(metric);
  }
  std::ranges::stable_sort(parts, std::ranges::greater(), size_of);
  return parts;
}

bool stands_in(const RegionTree& tree, std::size_t row, std::size_t region) {
  const KernelGroup& group = tree.rows.groups[tree.rows.rows[row].group];
  return std::ranges::any_of(group.in, [&](const Standing& standing) {
    return standing.region >= region && standing.region < tree.regions[region].end;
  });
}

// "" for a range.
std::string name_of_row(const RegionTree& tree, std::size_t row) {
  const Kernel& kernel = tree.rows.kernels[tree.rows.groups[tree.rows.rows[row].group].kernel];
  return kernel.is_range() ? "" : kernel.name;
}

RuleParts rule_parts(const RegionTree& tree, std::size_t region) {
  RuleParts parts;
  for (const std::size_t row : tree.rows_with_rules) {
    if (!stands_in(tree, row, region)) continue;
    std::string name = name_of_row(tree, row);
    const bool is_there = std::ranges::find(parts.kernels, name) != parts.kernels.end();
    if (!is_there) parts.kernels.push_back(std::move(name));
  }
  for (const RuleHit& hit : *tree.rules) {
    if (!stands_in(tree, hit.row, region)) continue;
    RulePart part{name_of_row(tree, hit.row), hit.rule, hit.title, hit.speedup_percent};
    const bool is_there = std::ranges::find(parts.fired, part) != parts.fired.end();
    if (!is_there) parts.fired.push_back(std::move(part));
  }
  return parts;
}

// What a kernel has in the captures that measured a metric at all; nothing where one of them lacks
// its value.
std::optional<double> merged_value(const std::string& kernel, const std::string& metric,
                                   std::span<const RegionParts> captures) {
  std::vector<double> values;
  for (const RegionParts& capture : captures) {
    const auto found = std::ranges::find(capture.kernels, kernel, &KernelPart::name);
    if (found == capture.kernels.end() || !capture.counters.contains(metric)) continue;
    const auto value = found->values.find(metric);
    if (value == found->values.end()) return std::nullopt;
    values.push_back(value->second);
  }
  return values.empty() ? std::nullopt : std::optional(median(values));
}

KernelPart merged_kernel(const std::string& name, std::span<const RegionParts> captures) {
  std::vector<double> launches;
  std::set<std::string> metrics;
  for (const RegionParts& capture : captures) {
    const auto found = std::ranges::find(capture.kernels, name, &KernelPart::name);
    if (found == capture.kernels.end()) continue;
    launches.push_back(static_cast<double>(found->launches));
    for (const auto& [metric, value] : found->values) metrics.insert(metric);
  }
  KernelPart part{name, static_cast<std::uint64_t>(median(launches))};
  for (const std::string& metric : metrics) {
    if (const auto value = merged_value(name, metric, captures)) part.values[metric] = *value;
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
  parts.is_cut = parts.kernels.size() > kMostKernels;
  if (parts.is_cut) parts.kernels.resize(kMostKernels);
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
    merged.is_cut |= capture.is_cut;
  }
  for (const auto& [metric, values] : counters) {
    const auto [low, high] = std::ranges::minmax(values);
    merged.counters[metric] = {low, median(values), high, values.size()};
  }
  for (const std::string& kernel : kernels) {
    merged.kernels.push_back(merged_kernel(kernel, captures));
  }
  return merged;
}

}  // namespace ncu_regions
