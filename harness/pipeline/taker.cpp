#include "harness/pipeline/taker.h"

#include <utility>

namespace ncu_regions {

std::string capture_folder(const std::string& id, BuildSide side) {
  return side == BuildSide::kHead ? id : id + "-base";
}

Taker::Taker(const CheckRequest& request, Settings settings, BuildSide side, Ledger& ledger)
    : request_(request), settings_(std::move(settings)), side_(side), ledger_(ledger) {}

const RegionTree& Taker::opened() const {
  static const RegionTree kNothing;
  if (survey() != nullptr) return *survey();
  for (const TakenSample& sample : ledger_.samples) {
    if (sample.info.side == side_ && sample.info.phase != Phase::kWarmUp) return sample.tree;
  }
  return kNothing;
}

std::vector<GatedTest> Taker::tests(const Baseline*) const {
  return gated_tests(settings_, request_.workload.regions, opened().paths(),
                     !clocks_unlocked(fingerprint()));
}

void Taker::say(const std::string& text) {
  request_.tell(text);
  ledger_.notes.push_back(text);
}

}  // namespace ncu_regions
