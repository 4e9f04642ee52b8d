// Regions: test cases that say of themselves that they did not run. Private to this room.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "harness/artifacts/capture.h"

namespace ncu_regions {

// A range in this domain is no region: its label is that of a region whose work was not done, a
// line break, and the reason (ncu_regions/gtest_regions.h).
inline constexpr char kSkippedDomain[] = "ncu_regions.skipped";

struct SkippedCase {
  std::string why;
  std::uint64_t times = 0;
};

// By label.
using SkippedCases = std::map<std::string, SkippedCase>;

// Whether there are announcements in it.
bool has_skipped_cases(const Capture& capture);

// Takes them out of the capture.
SkippedCases take_skipped_cases(Capture& capture);

}  // namespace ncu_regions
