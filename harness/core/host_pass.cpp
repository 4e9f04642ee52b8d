#include "harness/core/host_pass.h"

#include <array>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

constexpr std::array<HostMetric, 1> kTimeMetrics = {{{kHostTimeMetric, ""}}};
constexpr std::array<HostMetric, 1> kCountMetrics = {{{kHostInstructionsMetric, "Ir"}}};
// Of callgrind's simulated caches. Its instructions are not among them: counted with the simulation
// they are another quantity.
constexpr std::array<HostMetric, 8> kCacheMetrics = {{
    {"host__sim_data_reads.sum", "Dr"},
    {"host__sim_data_writes.sum", "Dw"},
    {"host__sim_l1i_misses.sum", "I1mr"},
    {"host__sim_l1d_read_misses.sum", "D1mr"},
    {"host__sim_l1d_write_misses.sum", "D1mw"},
    {"host__sim_ll_inst_misses.sum", "ILmr"},
    {"host__sim_ll_read_misses.sum", "DLmr"},
    {"host__sim_ll_write_misses.sum", "DLmw"},
}};
constexpr std::array<HostMetric, 1> kCpuTimeMetrics = {{{kHostCpuTimeMetric, ""}}};
constexpr std::array<HostMetric, 1> kPerfMetrics = {{{kHostPerfInstructionsMetric, ""}}};

struct PassInfo {
  HostPass pass;
  std::string_view name;
  std::span<const HostMetric> metrics;
};
constexpr std::array<PassInfo, 5> kPasses = {{
    {HostPass::kTime, "time", kTimeMetrics},
    {HostPass::kCount, "count", kCountMetrics},
    {HostPass::kCache, "cache", kCacheMetrics},
    {HostPass::kCpuTime, "cpu-time", kCpuTimeMetrics},
    {HostPass::kPerf, "perf", kPerfMetrics},
}};

const PassInfo& info_of(HostPass pass) { return kPasses[static_cast<std::size_t>(pass)]; }

}  // namespace

std::string_view to_string(HostPass pass) { return info_of(pass).name; }

std::optional<HostPass> host_pass_from(std::string_view text) {
  for (const PassInfo& info : kPasses) {
    if (info.name == text) return info.pass;
  }
  return std::nullopt;
}

std::span<const HostMetric> metrics_of(HostPass pass) { return info_of(pass).metrics; }

std::optional<HostPass> pass_of_metric(std::string_view metric) {
  for (const PassInfo& info : kPasses) {
    for (const HostMetric& measured : info.metrics) {
      if (measured.name == metric) return info.pass;
    }
  }
  return std::nullopt;
}

}  // namespace ncu_regions
