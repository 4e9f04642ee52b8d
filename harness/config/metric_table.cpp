#include "harness/config/metric_table.h"

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

bool is_own_name(std::string_view name) {
  return name.starts_with("host__") || name.starts_with("region__");
}

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
  std::vector<std::string> known;
  for (const MetricInfo& info : metrics_) {
    if (!info.is_own()) continue;
    if (glob_match(info.pattern, metric)) return info;
    known.push_back(info.pattern);
  }
  throw Error(ErrorKind::kUsage, "unknown metric '" + std::string(metric) + "'" +
                                     suggestion(metric, known) +
                                     "; conf/metrics.yaml lists the known ones");
}

const MetricInfo& MetricTable::rule_of(std::string_view metric) const {
  static const MetricInfo kUnknown;
  for (const MetricInfo& info : metrics_) {
    if (info.is_own() == is_own_name(metric) && glob_match(info.pattern, metric)) return info;
  }
  return kUnknown;
}

std::vector<std::string> MetricTable::all_weights() const {
  std::vector<std::string> weights;
  for (const MetricInfo& info : metrics_) {
    weights.insert(weights.end(), info.weights.begin(), info.weights.end());
  }
  return weights;
}

}  // namespace ncu_regions
