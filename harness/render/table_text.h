// Render: columns for a terminal.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

using TableRow = std::vector<std::string>;

// The first column to the left, the others to the right; every line ends with '\n'.
std::string table_text(const std::vector<TableRow>& rows);

}  // namespace ncu_regions
