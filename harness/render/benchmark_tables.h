// Render: benchmarks as Google Benchmark measured them, all repetitions together.
#pragma once

#include <string>

#include "harness/render/report_parts.h"

namespace ncu_regions {

// As Markdown; "" where it would have no rows.
std::string benchmark_summary(const RegionTree& tree, const std::vector<RegionFiles>& files);
std::string benchmark_further(const RegionTree& tree);  // metrics beside the times
std::string benchmark_metrics(const RegionTree& tree, const Region& region);

}  // namespace ncu_regions
