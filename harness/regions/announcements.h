// Regions: what a program says about its own regions. Private to this room.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "harness/artifacts/capture.h"

namespace ncu_regions {

// Ranges in these domains are no regions (ncu_regions/announce.h). Of all but notes the text is
// the label of a region whose work was not done, a line break, and the reason.
inline constexpr char kSkippedDomain[] = "ncu_regions.skipped";
inline constexpr char kSkippedWholeDomain[] = "ncu_regions.skipped_whole";
inline constexpr char kFailedDomain[] = "ncu_regions.failed";
inline constexpr char kNoteDomain[] = "ncu_regions.note";

struct Announced {
  std::string why;
  std::uint64_t times = 0;
  bool is_whole = false;  // whatever was opened
};

struct Announcements {
  std::map<std::string, Announced> skipped, failed;  // by label
  std::set<std::string> notes;
};

// Whether there are any in it.
bool has_announcements(const Capture& capture);

// Takes them out of the capture.
Announcements take_announcements(Capture& capture);

}  // namespace ncu_regions
