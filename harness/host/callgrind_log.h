// Host: the running totals that callgrind wrote at each cut of a counting pass: into its log when
// it was asked for its status, or as dumps into its output file.
#pragma once

#include <filesystem>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/host/cuts.h"

namespace ncu_regions::host {

// By process: a forked child may go on writing into the log of its parent.
using CutsByProcess = std::map<std::uint64_t, Cuts>;

// What was read, or why it cannot be: a block that is incomplete, mixed with one of another
// process, or in a form that is not known here. A count that was half read would be a wrong count.
struct CutsOrReason {
  std::optional<CutsByProcess> cuts;
  std::string reason;
};

// "status internal" blocks of a log; lines that are not part of one are ignored, and so is a last
// line that was cut off. `events`: the columns that are wanted ("Ir").
CutsOrReason read_callgrind_log(std::istream& log, const std::vector<std::string>& events);

// Dumps of an output file that was made with --combine-dumps=yes --separate-threads=yes. Each holds
// what its thread did since its dump before.
CutsOrReason read_callgrind_dumps(std::istream& file, const std::vector<std::string>& events);

// All files cg.*.log of a folder, or cg.*.out when callgrind dumped.
CutsOrReason read_callgrind_folder(const std::filesystem::path& folder, bool dumps,
                                   const std::vector<std::string>& events);

}  // namespace ncu_regions::host
