// Regions: which declared region a range result belongs to. Private to this room.
#pragma once

#include <string>
#include <vector>

#include "harness/artifacts/report.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

// The one declared region (a written form or a label) whose path is a prefix of the stack that was
// stored for the result's thread, or whose start/end range was open. Throws Error(kMeasurement)
// when none is, or two: never a guess. `file` begins the message.
RegionPath range_owner(const ReportResult& result, const std::vector<std::string>& declared,
                       const std::string& file);

}  // namespace ncu_regions
