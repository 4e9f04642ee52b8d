#include "harness/regions/counts.h"

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

Totals total_of(std::uint64_t count) {
  Totals totals;
  totals.inclusive = static_cast<double>(count);
  totals.inclusive_whole = count;
  return totals;
}

}  // namespace

void add_counts(RegionTree& tree, const RegionTree& survey, bool are_kernels_counted) {
  tree.notes.insert(tree.notes.end(), survey.announced.begin(), survey.announced.end());
  for (Region& region : tree.regions) {
    const Region* seen = survey.find(region.path);
    if (seen != nullptr) {
      region.source = seen->source;
      region.all.instances = seen->all.instances;
      region.all.metrics[std::string(kInstancesMetric)] = total_of(seen->all.instances);
    }
    if (!are_kernels_counted) continue;
    const std::uint64_t kernels =
        region.unfiltered ? region.unfiltered->kernels : region.all.kernels;
    region.all.metrics[std::string(kLaunchesMetric)] = total_of(kernels);
  }
}

}  // namespace ncu_regions
