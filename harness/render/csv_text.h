// Render: cells of CSV pages that are made for spreadsheets.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// In quotes. A spreadsheet takes a cell that begins with one of = + - @ for a formula: it gets a '
// in front.
inline void append_csv_text(std::string& line, std::string_view text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  line += is_formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace ncu_regions
