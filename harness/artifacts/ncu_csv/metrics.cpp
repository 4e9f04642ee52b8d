#include "harness/artifacts/ncu_csv/metrics.h"

#include "harness/core/unit.h"

namespace ncu_regions::ncu_csv {

std::uint32_t Metrics::index_of(std::string_view name) {
  if (const auto found = index_.find(name); found != index_.end()) return found->second;
  const std::string& text = texts_.emplace_back(name);
  const auto index = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(text);
  units_.emplace_back();
  index_.emplace(text, index);
  return index;
}

void Metrics::set_unit(std::uint32_t metric, const std::string& base_unit) {
  if (units_[metric].empty()) units_[metric] = base_unit;
}

std::string Metrics::unit(std::uint32_t metric) const {
  return units_[metric].empty() ? unit_of_metric(names_[metric]) : units_[metric];
}

}  // namespace ncu_regions::ncu_csv
