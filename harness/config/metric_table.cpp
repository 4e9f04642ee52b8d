#include "harness/config/metric_table.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/core/unit.h"

namespace ncu_regions {
namespace {

bool is_own_name(std::string_view name) {
  return name.starts_with("host__") || name.starts_with("region__") ||
         name.starts_with(kBenchmarkPrefix);
}

// The parts of a GPU that metrics of Nsight Compute are named after.
constexpr std::string_view kGpuUnits[] = {"breakdown:",
                                          "c2clink__",
                                          "ctc__",
                                          "derived__",
                                          "device__",
                                          "dram__",
                                          "dramc__",
                                          "fbpa__",
                                          "fe__",
                                          "gcc__",
                                          "gpc__",
                                          "gpu__",
                                          "gr__",
                                          "group:",
                                          "idc__",
                                          "l1tex__",
                                          "launch__",
                                          "lrc__",
                                          "ltc__",
                                          "lts__",
                                          "numa__",
                                          "nvlink__",
                                          "nvlrx__",
                                          "nvltx__",
                                          "pcie__",
                                          "profiler__",
                                          "sass__",
                                          "sm__",
                                          "smsp__",
                                          "sys__",
                                          "syslrc__",
                                          "syslts__",
                                          "tex__",
                                          "tpc__",
                                          "pmsampling:",
                                          "inst_executed",
                                          "thread_inst_executed",
                                          "memory_l"};

bool is_of_a_gpu(std::string_view metric) {
  return std::ranges::any_of(kGpuUnits, [&](std::string_view u) { return metric.starts_with(u); });
}

// "dram__bytes_read" of "dram__bytes_read.sum.per_second".
std::string base_of(const std::string& metric) { return metric.substr(0, metric.find('.')); }

}  // namespace

std::string_view to_string(RollUp roll_up) {
  switch (roll_up) {
    case RollUp::kSum:
      return "sum";
    case RollUp::kMax:
      return "max";
    case RollUp::kMin:
      return "min";
    case RollUp::kMean:
      return "mean";
    case RollUp::kSame:
      return "same";
    case RollUp::kNone:
      break;
  }
  return "none";
}

bool MetricInfo::is_own() const { return is_own_name(pattern); }

const MetricInfo& MetricTable::at(std::string_view metric) const {
  if (is_of_a_gpu(metric)) return rule_of(metric);
  std::vector<std::string> known;
  for (const MetricInfo& info : metrics_) {
    if (!info.is_own()) continue;
    if (glob_match(info.pattern, metric)) return info;
    known.push_back(info.pattern);
  }
  throw Error(ErrorKind::kUsage,
              "unknown metric '" + std::string(metric) + "'" + suggestion(metric, known) +
                  "; conf/metrics.yaml lists our own, and those of ncu begin with a part "
                  "of the GPU (gpu__, sm__, dram__, ...)");
}

const MetricInfo& MetricTable::rule_of(std::string_view metric) const {
  static const MetricInfo kUnknown = [] {
    MetricInfo info;
    info.family = kStrictestFamily;
    info.is_signed = true;
    return info;
  }();
  for (const MetricInfo& info : metrics_) {
    if (info.is_own() == is_own_name(metric) && glob_match(info.pattern, metric)) return info;
  }
  return kUnknown;
}

std::string MetricTable::unit_of(std::string_view metric) const {
  const MetricInfo& info = rule_of(metric);
  return info.unit.empty() ? unit_of_metric(metric) : info.unit;
}

std::vector<std::string> MetricTable::spellings_of(const std::string& metric) const {
  std::vector<std::string> spellings = {metric};
  for (const MetricInfo& info : metrics_) {
    if (info.spellings.empty() || base_of(info.pattern) != base_of(metric)) continue;
    for (const std::string& other : info.spellings) {
      spellings.push_back(base_of(other) + metric.substr(base_of(metric).size()));
    }
    break;
  }
  return spellings;
}

std::string MetricTable::quantity_of(const std::string& metric) const {
  const std::string base = base_of(metric);
  for (const MetricInfo& info : metrics_) {
    if (std::ranges::find(info.spellings, base, base_of) == info.spellings.end()) continue;
    return base_of(info.pattern) + metric.substr(base.size());
  }
  return metric;
}

std::vector<std::string> MetricTable::all_weights() const {
  std::vector<std::string> weights;
  for (const MetricInfo& info : metrics_) {
    weights.insert(weights.end(), info.weights.begin(), info.weights.end());
  }
  return weights;
}

}  // namespace ncu_regions
