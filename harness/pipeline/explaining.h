// Pipeline: what explanations are made from: the captures of both builds, or a stored baseline.
#pragma once

#include <span>

#include "harness/compare/baseline.h"
#include "harness/compare/sample.h"
#include "harness/runs/explain_file.h"

namespace ncu_regions {

// What the judged regions are made of in the captures of one build.
PartsByRegion parts_of_build(std::span<const TakenSample> samples, BuildSide side,
                             const Outcome& outcome);

// What a baseline keeps of that: of a CPU no times, which are others on every machine.
PartsByRegion parts_to_store(std::span<const TakenSample> samples, const Outcome& outcome);

// Why the verdicts are as they are; `baseline` is the stored one that they are against, or nullptr.
Explained explained_of(std::span<const TakenSample> samples, const Outcome& outcome,
                       const Baseline* baseline, const MetricTable& metrics);

}  // namespace ncu_regions
