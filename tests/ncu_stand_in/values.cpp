#include "tests/ncu_stand_in/values.h"

#include <algorithm>

#include "harness/core/hash.h"

namespace ncu_regions::stand_in {
namespace {

const std::vector<SectionForm> kForms = {
    {"SpeedOfLight",
     "GPU Speed Of Light Throughput",
     {{"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput"},
      {"gpu__time_duration.sum", "Duration"}}},
    {"MemoryWorkloadAnalysis",
     "Memory Workload Analysis",
     {{"dram__bytes.sum.per_second", "Memory Throughput"},
      {"lts__t_sector_hit_rate.pct", "L2 Hit Rate"}}},
    {"Occupancy",
     "Occupancy",
     {{"sm__warps_active.avg.pct_of_peak_sustained_active", "Achieved Occupancy"},
      {"sm__maximum_warps_per_active_cycle_pct", "Theoretical Occupancy"}}},
    {"LaunchStats",
     "Launch Statistics",
     {{"launch__grid_size", "Grid Size"}, {"launch__registers_per_thread", "Registers"}}},
    {"WarpStateStats",
     "Warp State Statistics",
     {{"smsp__average_warp_latency_per_inst_issued.ratio", "Warp Cycles Per Issued Instruction"},
      {"smsp__thread_inst_executed_per_inst_executed.ratio", "Avg. Active Threads Per Warp"}}},
    {"ComputeWorkloadAnalysis",
     "Compute Workload Analysis",
     {{"sm__inst_executed.avg.per_cycle_elapsed", "Executed Ipc Elapsed"},
      {"sm__inst_issued.avg.pct_of_peak_sustained_active", "Issue Slots Busy"}}},
    {"SchedulerStats",
     "Scheduler Statistics",
     {{"smsp__issue_active.avg.per_cycle_active", "Issued Warp Per Scheduler"},
      {"smsp__warps_active.avg.per_cycle_active", "Active Warps Per Scheduler"}}}};

bool is_rate(std::string_view metric) {
  constexpr std::string_view kParts[] = {".per_second", "pct", ".ratio", ".per_cycle"};
  return std::ranges::any_of(
      kParts, [&](std::string_view part) { return metric.find(part) != std::string_view::npos; });
}

std::uint64_t hash(const std::string& name, std::string_view metric) {
  return hash_of(name + "\n" + std::string(metric));
}

double kernel_value(const Kernel& kernel, std::string_view metric) {
  if (metric == "gpu__time_duration.sum") return kernel.time_ns;
  return 1000 + static_cast<double>(hash(kernel.name, metric) % 97);
}

}  // namespace

double value_of(const PlannedResult& result, std::string_view metric) {
  if (is_rate(metric)) {
    const std::string name =
        result.is_range && !result.stack.empty() ? result.stack.back() : result.name();
    return 10 + static_cast<double>(hash(name, metric) % 8001) / 100;
  }
  double sum = 0, greatest = 0;
  for (const Kernel& kernel : result.kernels) {
    const double value = kernel_value(kernel, metric);
    sum += value * static_cast<double>(kernel.launches);
    greatest = std::max(greatest, value);
  }
  return metric.ends_with(".sum") ? sum : greatest;
}

SectionForm section_form(const std::string& id) {
  const auto found = std::ranges::find(kForms, id, &SectionForm::id);
  if (found != kForms.end()) return *found;
  return {id, id, {{"sm__cycles_elapsed.max", "Cycles"}, {"smsp__inst_executed.sum", "Executed"}}};
}

}  // namespace ncu_regions::stand_in
