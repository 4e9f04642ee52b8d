// Host: the running totals that callgrind wrote into its log at each cut of the counting pass.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace ncu_regions::host {

// Totals of every callgrind thread at one cut, for the first event (Ir: instructions).
struct Cut {
  std::uint64_t current_thread = 0;               // callgrind's number of the thread that cut
  std::map<std::uint64_t, std::uint64_t> totals;  // callgrind's thread -> instructions so far
};

// By (thread of the event file, number of the event in it).
using Cuts = std::map<std::pair<std::uint64_t, std::uint64_t>, Cut>;

// Reads "status internal" blocks; lines that are not part of one are ignored. Throws
// Error(kMeasurement) on a block that is incomplete or does not say "Ir" first: a count that was
// half read would be a wrong count.
Cuts parse_callgrind_log(std::string_view log);

}  // namespace ncu_regions::host
