// Runs: what makes a file that reads well one that cannot be trusted. Private to this room.
#pragma once

#include "harness/runs/baseline_file.h"

namespace ncu_regions {

// Each throws Error(kBaseline) without the name of the file.

// A session, value or block of parts that stands twice, a sample without session.
void check_content(const Baseline& baseline);

// The baseline of something else, a unit that is not that of the metric, a value that the metric
// cannot have.
void check_use(const Baseline& baseline, const BaselineUse& use);

}  // namespace ncu_regions
