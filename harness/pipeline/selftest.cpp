#include "harness/pipeline/selftest.h"

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/accept_values.h"
#include "harness/pipeline/run_folder.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kLeastPairs = 5;  // with fewer not even one suspicion could be confirmed

}  // namespace

SelfTest self_test(const SelfTestRequest& request) {
  const std::size_t screen = 3;
  if (request.captures < 2 * (screen + kLeastPairs)) {
    throw Error(ErrorKind::kUsage, "a self-test needs at least " +
                                       std::to_string(2 * (screen + kLeastPairs)) +
                                       " captures: a screen and five pairs of each build");
  }
  CheckRequest check = request.check;
  check.base = check.workload;  // the same build plays both parts: times may be gated alone
  const Sampled sampled = take_captures(check, request.captures);
  const RegionTree& shown = shown_sample(sampled.samples);
  const std::vector<RegionPath> opened = shown.paths();
  for (const std::string& region : check.workload.regions) {
    if (find_region(opened, region) != nullptr) continue;
    throw Error(
        ErrorKind::kMeasurement,
        "region '" + printable(region) + "' was declared and never opened; " + seen_regions(shown));
  }
  SelfTest test;
  test.kind = sampled.kind;
  test.device = sampled.device;
  for (const GatedTest& gated : sampled.tests) {
    Verdict verdict;
    static_cast<GatedTest&>(verdict) = gated;
    const RawSamples raw = raw_samples(sampled.samples, verdict);
    const Samples values = measured(raw);
    if (gated.is_limit_only()) continue;
    if (raw.size() < request.captures) {
      test.exact.push_back(gated);
    } else if (values.size() < raw.size()) {
      test.incomplete.push_back(gated);
    } else {
      test.series.push_back({gated, values});
    }
  }
  test.result = resample({.series = test.series,
                          .trials = request.trials,
                          .seed = request.seed,
                          .screen = screen,
                          .captures_max = sampled.settings.decision.captures_max});
  return test;
}

}  // namespace ncu_regions
