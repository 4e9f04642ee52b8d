// Host: the running totals that callgrind wrote at each cut of a counting pass: into its log when
// it was asked for its status, or as dumps into its output file.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "harness/host/cuts.h"

namespace ncu_regions::host {

// What was read, or why it cannot be: a block that is incomplete, or in a form that is not known
// here. A count that was half read would be a wrong count.
struct CutsOrReason {
  std::optional<Cuts> cuts;
  std::string reason;
};

// "status internal" blocks of a log; lines that are not part of one are ignored, and so is a last
// line that was cut off. `events`: the columns that are wanted ("Ir").
CutsOrReason read_callgrind_log(std::istream& log, const std::vector<std::string>& events);

// Dumps of an output file that was made with --combine-dumps=yes --separate-threads=yes. Each holds
// what its thread did since its dump before.
CutsOrReason read_callgrind_dumps(std::istream& file, const std::vector<std::string>& events);

}  // namespace ncu_regions::host
