// Render: verdicts as JUnit's XML, for everything that reads test results.
#pragma once

#include <span>
#include <string>

#include "harness/render/comment.h"

namespace ncu_regions {

// A suite for each workload, a case for each region and metric. Failed and skipped as the ctest of
// the region is; a workload without a complete run is an error.
std::string junit_xml(std::span<const WorkloadResult> results);

}  // namespace ncu_regions
