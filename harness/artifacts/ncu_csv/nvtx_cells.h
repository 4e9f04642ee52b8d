// Artifacts: the NVTX columns of ncu's CSV pages.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/artifacts/nvtx_state.h"

namespace ncu_regions::ncu_csv {

// How an entry is quoted in the cell: '"' once the cell was unescaped, '""' as ncu writes it.
enum class EntryQuote { kSingle, kDouble };

// Adds the stacks of a push/pop cell. Returns the thread, or nothing for an empty cell.
std::optional<std::uint64_t> add_push_pop(std::string_view cell, EntryQuote quote,
                                          NvtxState& state);

// Adds the ranges of a start/stop cell.
void add_start_end(std::string_view cell, EntryQuote quote, NvtxState& state);

}  // namespace ncu_regions::ncu_csv
