#include "harness/render/table_text.h"

#include <algorithm>

namespace ncu_regions {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string table_text(const std::vector<TableRow>& rows) {
  if (rows.empty()) return "";
  std::vector<std::size_t> widths(rows.front().size());
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const TableRow& row : rows) {
    text += row[0] + std::string(widths[0] - width_of(row[0]), ' ');
    for (std::size_t i = 1; i < row.size(); ++i) {
      text += "  " + std::string(widths[i] - width_of(row[i]), ' ') + row[i];
    }
    text += "\n";
  }
  return text;
}

}  // namespace ncu_regions
