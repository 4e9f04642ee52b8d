#include "harness/config/metric_table.h"

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {

const MetricInfo& MetricTable::at(std::string_view metric) const {
  std::vector<std::string> known;
  for (const MetricInfo& info : metrics_) {
    if (glob_match(info.pattern, metric)) return info;
    known.push_back(info.pattern);
  }
  throw Error(ErrorKind::kUsage, "unknown metric '" + std::string(metric) + "'" +
                                     suggestion(metric, known) +
                                     "; conf/metrics.yaml lists the known ones");
}

}  // namespace ncu_regions
