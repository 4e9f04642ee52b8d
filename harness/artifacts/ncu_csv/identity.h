// Artifacts: which result a row of a CSV page belongs to.
#pragma once

#include <string_view>
#include <vector>

#include "harness/artifacts/ncu_csv/layout.h"
#include "harness/artifacts/ncu_csv/nvtx_cells.h"
#include "harness/artifacts/report.h"

namespace ncu_regions::ncu_csv {

using Cells = std::vector<std::string_view>;

// Fills everything but metrics, rules and id. A short row has what it has.
void read_identity(const Layout& layout, const Cells& cells, EntryQuote quote,
                   ReportResult& result);

// A row that has more cells than columns because a name in it holds '","': the surplus is given
// back to the NVTX columns. False when it cannot be told where it belongs.
bool join_surplus(const Layout& layout, Cells& cells, std::vector<std::string>& joined);

}  // namespace ncu_regions::ncu_csv
