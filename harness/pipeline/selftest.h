// Pipeline: how the rule does with captures of unchanged code on this machine.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/resampling.h"
#include "harness/pipeline/check.h"

namespace ncu_regions {

struct SelfTestRequest {
  CheckRequest check;
  std::size_t captures = 30;
  std::size_t trials = 1000;
  std::uint64_t seed = 1;
};

struct SelfTest {
  std::string kind, device;
  std::vector<Series> series;         // what varies, or might
  std::vector<GatedTest> exact;       // measured once: what repeats exactly
  std::vector<GatedTest> incomplete;  // without a value in some capture
  Resampled result;
};

// Throws Error as a check does; Error(kUsage) with too few captures.
SelfTest self_test(const SelfTestRequest& request);

}  // namespace ncu_regions
