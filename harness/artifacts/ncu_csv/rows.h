// Artifacts: a text as rows of cells. ncu quotes every cell, but writes a '"' inside a name as it
// is: such rows are found and put together again as far as they can be.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions::ncu_csv {

class Rows {
 public:
  // `line`: the number of the first line, for line().
  explicit Rows(std::string_view text, std::size_t line = 1) : text_(text), next_line_(line) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::size_t line() const { return line_; }  // of the row that was read last, from 1
  std::size_t offset() const { return at_; }

  // The line that comes next, without its end; it is not consumed.
  std::string_view peek_line() const;
  void skip_line();

  // Reads the next row into cells(). Returns false when it is not what a CSV row looks like: a
  // quote stands alone inside a cell.
  bool read();

  // Reads the row of the last read() again.
  void read_again();

  // Reads it again as ncu writes one whose names hold quotes or line ends: up to a line end that
  // is followed by another row of ncu's, cells separated by "," with its quotes. Doubled quotes
  // stay as they are.
  void read_again_as_ncu();

  const std::vector<std::string_view>& cells() const { return cells_; }
  // Whether the row ended with a line end. The last row of a file that was cut off does not.
  bool is_complete() const { return complete_; }

 private:
  std::size_t take_quoted(std::size_t at);
  std::size_t take_bare(std::size_t at);
  void back_to_row();
  void finish(std::size_t next, bool complete);
  std::string_view unescaped(std::string_view cell);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t row_ = 0;  // where the row that was read last begins
  std::size_t line_ = 0;
  std::size_t next_line_;
  std::vector<std::string_view> cells_;
  std::deque<std::string> unescaped_;  // of this row; a deque, because the cells point into it
  bool complete_ = true;
};

// Whether a line looks like the beginning of a row of ncu's: "<digits>","<digits>", (or "n/a" for a
// process that is not known).
bool starts_like_row(std::string_view line);

}  // namespace ncu_regions::ncu_csv
