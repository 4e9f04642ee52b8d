// Host: which regions were open at the same time.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace ncu_regions::host {

// One instance of a range while it was open. Two of the same stack (>= 0) are one inside the other,
// or one after the other, and never overlap in this sense.
struct OpenRange {
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
  std::size_t path = 0;
  std::int64_t stack = -1;  // thread and domain; -1: a start/end range
};

// Each pair of paths once, the smaller number first, in order. A path may overlap with itself. Ends
// at 100,000 pairs, or when 1,000 regions are open at once: what was found until then.
std::vector<std::pair<std::size_t, std::size_t>> find_overlaps(std::vector<OpenRange> ranges);

}  // namespace ncu_regions::host
