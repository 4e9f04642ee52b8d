// Render: a CSV page whose columns are known only when its last row is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/render/results_number.h"

namespace ncu_regions {

class CsvPage {
 public:
  // Room for `cells` cells and `bytes` bytes; memory that is not filled is not used.
  CsvPage(std::size_t cells, std::size_t bytes);

  void begin_row() { rows_.push_back(cells_.size()); }
  // Cells of a row, in any order.
  void text(std::uint32_t column, std::string_view content);
  template <typename Number>
  void number(std::uint32_t column, Number value) {
    char digits[40] = {};
    digits[0] = '"';
    char* end = put_number(digits + 1, value);
    if (looks_grouped(digits + 1, end)) *end++ = '0';
    *end++ = '"';
    add(column, {digits, static_cast<std::size_t>(end - digits)});
  }

  bool is_full() const { return cells_.size() >= most_cells_ || text_.size() >= most_bytes_; }
  void clear();

  // Hands the rows to `out`, piece by piece: `order` names the columns from left to right, others
  // are left out, and a cell that a row does not have is empty.
  void write(const std::vector<std::uint32_t>& order,
             const std::function<void(std::string_view)>& out) const;

 private:
  void add(std::uint32_t column, std::string_view quoted) {
    cells_.push_back({column, static_cast<std::uint32_t>(quoted.size())});
    text_ += quoted;
  }

  // "3.125" would be three thousand in a locale that groups with points: readers that know ncu's
  // pages, which never have three decimals, refuse it. "3.1250" is the same number.
  static bool looks_grouped(const char* begin, const char* end) {
    if (*begin == '-') ++begin;
    return end - begin >= 5 && end - begin <= 7 && end[-4] == '.' &&
           std::all_of(end - 3, end, [](char c) { return c >= '0' && c <= '9'; });
  }

  struct Cell {
    std::uint32_t column;
    std::uint32_t size;
  };
  std::size_t most_cells_, most_bytes_;
  std::vector<Cell> cells_;        // of all rows, one after another
  std::string text_;               // theirs, quoted and escaped
  std::vector<std::size_t> rows_;  // where each begins in cells_
};

}  // namespace ncu_regions
