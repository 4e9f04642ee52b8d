#include "harness/compare/sample.h"

#include <algorithm>

namespace ncu_regions {

std::string_view to_string(BuildSide side) { return side == BuildSide::kHead ? "head" : "base"; }

std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::kWarmUp:
      return "warm-up";
    case Phase::kScreen:
      return "screen";
    case Phase::kAgain:
      return "again";
    case Phase::kFresh:
      break;
  }
  return "fresh";
}

bool SampleInfo::covers(const std::string& declared, const std::string& metric) const {
  return (regions.empty() || std::ranges::find(regions, declared) != regions.end()) &&
         (metrics.empty() || metrics.contains(metric));
}

}  // namespace ncu_regions
