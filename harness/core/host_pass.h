// Core: the passes of the host profiler. Each is one run of the program and measures metrics of its
// own; the metrics of another pass are never taken from it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace ncu_regions {

enum class HostPass { kTime, kCount, kCache, kCpuTime, kPerf };

struct HostMetric {
  std::string_view name;
  std::string_view callgrind_event;  // "Ir"; empty when callgrind does not measure it
};

std::string_view to_string(HostPass pass);
std::optional<HostPass> host_pass_from(std::string_view text);

// Those that measure at the boundaries of chosen regions; the timing pass sees all of them.
inline constexpr HostPass kBoundaryPasses[] = {HostPass::kCount, HostPass::kCache,
                                               HostPass::kCpuTime, HostPass::kPerf};

// Whether the pass runs the program under callgrind.
inline bool is_counting(HostPass pass) {
  return pass == HostPass::kCount || pass == HostPass::kCache;
}

// What the pass measures.
std::span<const HostMetric> metrics_of(HostPass pass);

// The pass that measures `metric`, or nothing: launches and instances come from every pass.
std::optional<HostPass> pass_of_metric(std::string_view metric);

}  // namespace ncu_regions
