// Core: the names of the metrics that the harness itself produces. All others come from profilers
// and are data (conf/metrics.yaml).
#pragma once

#include <string_view>

namespace ncu_regions {

inline constexpr std::string_view kInstancesMetric = "region__instances";
inline constexpr std::string_view kHostTimeMetric = "host__time_duration.sum";
inline constexpr std::string_view kHostLaunchesMetric = "host__kernel_launches.sum";
inline constexpr std::string_view kHostInstructionsMetric = "host__inst_executed.sum";

}  // namespace ncu_regions
