// Core: the names of the metrics that the harness itself produces. All others come from profilers
// and are data (conf/metrics.yaml).
#pragma once

#include <string_view>

namespace ncu_regions {

inline constexpr std::string_view kInstancesMetric = "region__instances";
// Kernels that a region launched on the GPU, by the census or by kernel rows.
inline constexpr std::string_view kLaunchesMetric = "region__kernel_launches";
inline constexpr std::string_view kHostTimeMetric = "host__time_duration.sum";
inline constexpr std::string_view kHostLaunchesMetric = "host__kernel_launches.sum";
inline constexpr std::string_view kHostInstructionsMetric = "host__inst_executed.sum";
inline constexpr std::string_view kHostCpuTimeMetric = "host__cpu_time.sum";
// Counted by the kernel's performance counters, not by callgrind: not exactly repeatable.
inline constexpr std::string_view kHostPerfInstructionsMetric = "host__inst_perf_user.sum";
// Of Google Benchmark: its own times and counters, read from its files. A counter's name follows.
inline constexpr std::string_view kBenchmarkPrefix = "benchmark__";
inline constexpr std::string_view kBenchmarkTimeMetric = "benchmark__real_time";
inline constexpr std::string_view kBenchmarkCpuTimeMetric = "benchmark__cpu_time";

}  // namespace ncu_regions
