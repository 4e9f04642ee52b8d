#include "harness/compare/sample.h"

#include <algorithm>
#include <cmath>

namespace ncu_regions {

std::string_view to_string(BuildSide side) { return side == BuildSide::kHead ? "head" : "base"; }

std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::kWarmUp:
      return "warm-up";
    case Phase::kScreen:
      return "screen";
    case Phase::kAgain:
      return "again";
    case Phase::kFresh:
      break;
  }
  return "fresh";
}

bool SampleInfo::covers(const std::string& declared, const std::string& metric) const {
  return (regions.empty() || std::ranges::find(regions, declared) != regions.end()) &&
         (metrics.empty() || metrics.contains(metric));
}

std::string why_no_value(const Region& region, const std::string& metric) {
  const auto why = region.not_measured.find(metric);
  if (why != region.not_measured.end()) return why->second;
  const auto totals = region.all.metrics.find(metric);
  const bool measured = totals != region.all.metrics.end() && totals->second.inclusive &&
                        std::isfinite(*totals->second.inclusive);
  return measured ? "" : "the profiler gave no value for " + metric + " in this region";
}

std::optional<double> value_in(const RegionTree& tree, const RegionPath& path,
                               const std::string& metric) {
  const Region* region = tree.find(path);
  if (tree.undone.contains(path.labels.back())) return std::nullopt;
  if (region == nullptr || !why_no_value(*region, metric).empty()) return std::nullopt;
  return region->all.metrics.at(metric).inclusive;
}

}  // namespace ncu_regions
