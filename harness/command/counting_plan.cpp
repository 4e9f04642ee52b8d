#include "harness/command/counting_plan.h"

#include <algorithm>

namespace ncu_regions {
namespace {

bool is_child_of(const RegionPath& path, const RegionPath& parent) {
  return path.domain == parent.domain && path.labels.size() == parent.labels.size() + 1 &&
         std::equal(parent.labels.begin(), parent.labels.end(), path.labels.begin());
}

// A label is measured wherever it stands: both ends of all its instances.
std::map<std::string, std::uint64_t> boundaries_by_label(std::span<const SeenRegion> seen) {
  std::map<std::string, std::uint64_t> boundaries;
  for (const SeenRegion& region : seen) {
    boundaries[region.path.labels.back()] += 2 * region.instances;
  }
  return boundaries;
}

std::vector<std::string> labels_by_importance(std::span<const SeenRegion> seen,
                                              const std::vector<std::string>& declared) {
  std::vector<RegionPath> paths;
  for (const SeenRegion& region : seen) paths.push_back(region.path);
  std::vector<std::string> own;
  std::vector<std::string> above;
  std::vector<std::string> below;
  for (const std::string& text : declared) {
    const RegionPath* region = find_region(paths, text);
    if (region == nullptr) continue;
    own.push_back(region->labels.back());
    above.insert(above.end(), region->labels.begin(), region->labels.end() - 1);
    for (const RegionPath& path : paths) {
      if (is_child_of(path, *region)) below.push_back(path.labels.back());
    }
  }
  own.insert(own.end(), above.begin(), above.end());
  own.insert(own.end(), below.begin(), below.end());
  return own;
}

bool is_counted(const RegionPath& path, const CountingPlan& plan) {
  return std::ranges::any_of(path.labels, [&](const auto& l) { return plan.labels.contains(l); });
}

// All or none: of some of the launches there would be some of the instructions.
void plan_launches(const SeenRanges& seen, std::uint64_t most, CountingPlan& plan) {
  std::uint64_t boundaries = 0;
  for (const SeenLaunches& each : seen.launches) {
    const bool is_in = std::ranges::any_of(
        each.in, [&](std::size_t region) { return is_counted(seen.regions[region].path, plan); });
    if (is_in) boundaries += 2 * each.launches;
  }
  plan.launches = boundaries > 0 && plan.boundaries + boundaries <= most;
  if (plan.launches) {
    plan.boundaries += boundaries;
  } else if (boundaries > 0) {
    plan.why_not_launches = "instructions were not counted kernel by kernel: the " +
                            std::to_string(boundaries) +
                            " boundaries of launches are more than host.boundaries_max (" +
                            std::to_string(most) + ") leaves room for";
  }
}

}  // namespace

CountingPlan plan_counting(const SeenRanges& seen, const std::vector<std::string>& declared,
                           std::uint64_t most) {
  const auto boundaries = boundaries_by_label(seen.regions);
  CountingPlan plan;
  for (const std::string& label : labels_by_importance(seen.regions, declared)) {
    if (plan.labels.contains(label) || plan.left_out.contains(label)) continue;
    const auto found = boundaries.find(label);
    const std::uint64_t more = found == boundaries.end() ? 0 : found->second;
    if (plan.boundaries + more > most) {
      plan.left_out[label] = "not counted: its " + std::to_string(more) +
                             " boundaries are more than host.boundaries_max (" +
                             std::to_string(most) + ") leaves room for";
      continue;
    }
    plan.labels.insert(label);
    plan.boundaries += more;
  }
  plan_launches(seen, most, plan);
  return plan;
}

}  // namespace ncu_regions
