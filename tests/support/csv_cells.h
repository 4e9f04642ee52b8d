// Tests: a plain CSV parser, apart from the one that is tested.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

using CsvRow = std::vector<std::string>;

// Rows of cells as RFC 4180 has them. Lines of ncu's own ("==...") and blank ones are left out.
inline std::vector<CsvRow> csv_rows(std::string_view text) {
  std::vector<CsvRow> rows;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\n' || text.substr(at, 2) == "==") {
      at = std::min(text.find('\n', at), text.size() - 1) + 1;
      continue;
    }
    CsvRow& row = rows.emplace_back();
    for (bool more = true; more;) {
      std::string& cell = row.emplace_back();
      const bool quoted = at < text.size() && text[at] == '"';
      if (quoted) ++at;
      for (; at < text.size(); ++at) {
        if (quoted && text[at] == '"' && text.substr(at, 2) != "\"\"") break;
        if (!quoted && (text[at] == ',' || text[at] == '\n')) break;
        if (quoted && text[at] == '"') ++at;
        cell += text[at];
      }
      if (quoted) ++at;
      more = at < text.size() && text[at] == ',';
      ++at;
    }
  }
  return rows;
}

}  // namespace ncu_regions
