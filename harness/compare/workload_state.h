// Compare: what came of a whole workload, as the ctests of its regions ended.
#pragma once

#include <string_view>

#include "harness/compare/outcome.h"

namespace ncu_regions {

// Worst first.
enum class WorkloadState { kFailed, kNotMeasured, kSkipped, kPassed };
std::string_view to_string(WorkloadState state);

WorkloadState state_of(const Outcome& outcome);

}  // namespace ncu_regions
