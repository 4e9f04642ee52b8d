// Artifacts: what the blocks of an ncu report say of the session, put together.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/artifacts/report_file.h"

namespace ncu_regions::ncu_rep {

// Adds the part of one block: later single values win, lists grow. Throws WireError.
void add_session(std::string_view part, ReportFacts& facts,
                 std::optional<std::uint64_t>& default_pid);

// Adds the strings of one block's table. Throws WireError.
void add_strings(std::string_view table, std::vector<std::string_view>& strings);

// A process as a block names it. Throws WireError.
ReportProcess read_process(std::string_view message);

}  // namespace ncu_regions::ncu_rep
