// Render: columns for a terminal.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

// Characters, not bytes: those that continue a character of UTF-8 take no column.
std::size_t width_of(const std::string& text);

using TableRow = std::vector<std::string>;

// The first column to the left, the others to the right; every line ends with '\n'.
std::string table_text(const std::vector<TableRow>& rows);

}  // namespace ncu_regions
