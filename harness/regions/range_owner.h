// Regions: which declared region a range result belongs to. Private to this room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/artifacts/report.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

// The one declared region (a written form or a label) whose path is a prefix of the stack that was
// stored for the result's thread, or whose start/end range was open. Throws Error(kMeasurement)
// when two are, and when none is although the run was `planned` for these regions: never a guess. A
// result that nobody declared belongs to the innermost range of its thread when all that was open
// is one stack (or one start/end range); of several domains to the default one's; else to nothing.
// `file` begins the message.
std::optional<RegionPath> range_owner(const ReportResult& result,
                                      const std::vector<std::string>& declared,
                                      const std::string& file, bool planned);

}  // namespace ncu_regions
