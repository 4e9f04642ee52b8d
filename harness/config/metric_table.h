// Config: what is known about each metric. Metrics are data (conf/metrics.yaml), never code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/config/budget.h"

namespace ncu_regions {

struct MetricInfo {
  std::string pattern;
  std::string unit;
  Direction worse = Direction::kUp;  // lower is better: up is worse; neither: both
  bool deterministic = false;
  std::string family;  // which fingerprint fields must match
  Allowance allow;
  Gate gate = Gate::kInfo;
};

class MetricTable {
 public:
  MetricTable() = default;
  explicit MetricTable(std::vector<MetricInfo> metrics) : metrics_(std::move(metrics)) {}

  // The first entry whose pattern matches. Throws Error(kUsage) with the nearest known name.
  const MetricInfo& at(std::string_view metric) const;

 private:
  std::vector<MetricInfo> metrics_;
};

}  // namespace ncu_regions
