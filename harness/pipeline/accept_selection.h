// Pipeline: which lines of a run an acceptance moves.
#pragma once

#include <vector>

#include "harness/compare/outcome.h"
#include "harness/pipeline/accept.h"

namespace ncu_regions {

// Verdicts of `outcome` that --region, --metric, --all and --add-session select, with those that
// move together with them. Throws Error(kUsage) when nothing is selected, Error(kMeasurement) when
// --add-session selects what is not unchanged.
std::vector<const Verdict*> lines_to_accept(const AcceptRequest& request, const Outcome& outcome);

}  // namespace ncu_regions
