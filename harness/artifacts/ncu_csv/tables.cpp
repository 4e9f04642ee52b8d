#include "harness/artifacts/ncu_csv/tables.h"

#include <algorithm>

#include "harness/artifacts/ncu_csv/rows.h"
#include "harness/core/error.h"

namespace ncu_regions::ncu_csv {
namespace {

class Tables {
 public:
  Tables(std::string_view text, std::size_t line, Reading& reading)
      : rows_(text, line), reading_(reading) {}

  void read() {
    begin_table();
    while (!rows_.at_end()) {
      const std::string_view line = rows_.peek_line();
      if (line.empty() || line.starts_with("==")) {
        rows_.skip_line();
      } else if (is_ncu_header(line)) {
        begin_table();
      } else if (is_row(line)) {
        take_row();
      } else {
        ++other_lines_;
        rows_.skip_line();
      }
    }
    page_->finish();
  }

  std::vector<std::string> warnings() const {
    std::vector<std::string> warnings;
    const auto warn = [&](std::uint64_t count, const char* text) {
      if (count > 0) warnings.push_back(std::to_string(count) + text);
    };
    warn(other_lines_, " lines between the rows are no rows and were left out");
    warn(reading_.short_rows, " rows end early: the metrics that are missing there have no value");
    warn(reading_.tables_without_units,
         " tables have no row of units: the values are taken for base units");
    return warnings;
  }

 private:
  void begin_table() {
    if (page_) page_->finish();
    quoted_ = rows_.peek_line().starts_with('"');
    const std::optional<Layout> layout = rows_.read() ? read_header(rows_.cells()) : std::nullopt;
    if (!layout) refuse("begins like a header and cannot be read as one");
    layout_ = *layout;
    page_ = make_page_reader(layout_, reading_);
  }

  // A line that can begin a row; a program prints other ones between them.
  bool is_row(std::string_view line) const {
    if (layout_.page == Page::kRanges) return true;
    // The row of units, which has no ID; a details page has none.
    if (line.starts_with("\"\",") || line.starts_with(',')) return layout_.page == Page::kRaw;
    if (quoted_) return starts_like_row(line);
    return (line.front() >= '0' && line.front() <= '9') || line.front() == '"';
  }

  void take_row() {
    EntryQuote quote = EntryQuote::kSingle;
    // A row of units has no names: looking for its end among the following ones would be in vain.
    const bool can_repair = quoted_ && starts_like_row(rows_.peek_line());
    const bool is_sound = rows_.read();
    cells_ = rows_.cells();
    if (layout_.page == Page::kRanges && is_sound && is_other_line()) {
      ++other_lines_;
      return;
    }
    if (!is_sound || !is_whole()) {
      if (can_repair) {
        if (repair(is_sound)) quote = EntryQuote::kDouble;
      } else if (!is_sound || !fits()) {
        refuse("has a quote, or more cells than the header, that make it unreadable");
      }
    }
    if (!rows_.is_complete() && !is_whole()) refuse("is cut off: the file ends inside it");
    page_->take({cells_, quote, rows_.line()});
  }

  // In a table of another exporter: its header again, or a line that is no row.
  bool is_other_line() const {
    return cells_.size() != layout_.columns.size() || std::ranges::equal(cells_, layout_.names);
  }

  // As many cells as the header has, or as a row of the details page without a rule.
  bool is_whole() const {
    const std::size_t all = layout_.columns.size();
    if (cells_.size() == all) return true;
    const std::optional<std::size_t> rule = layout_.find(Column::kRuleName);
    return layout_.page == Page::kDetails && rule && cells_.size() == *rule + 1;
  }

  bool fits() const { return cells_.size() <= layout_.columns.size(); }

  // A name with a quote in it breaks the row apart. Reads it again as ncu writes it, and tells
  // whether that made it whole; else it is taken as it was, if it was sound, or refused.
  bool repair(bool was_sound) {
    const bool allowed = was_sound && fits();
    rows_.read_again_as_ncu();
    cells_ = rows_.cells();
    if (!fits()) join_surplus(layout_, cells_, joined_);
    if (is_whole()) return true;
    if (!rows_.is_complete()) refuse("is cut off: the file ends inside it");
    if (!allowed) {
      refuse("cannot be read: a name in it holds a quote, which ncu does not escape");
    }
    rows_.read_again();
    cells_ = rows_.cells();
    return false;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::kMeasurement,
                reading_.file + ":" + std::to_string(rows_.line()) + ": the row " + what + "; " +
                    std::to_string(reading_.results) +
                    " results before it are complete. A .ncu-rep file has no such trouble");
  }

  Rows rows_;
  Reading& reading_;
  Layout layout_;
  bool quoted_ = true;
  std::unique_ptr<PageReader> page_;
  Cells cells_;
  std::vector<std::string> joined_;
  std::uint64_t other_lines_ = 0;
};

}  // namespace

std::vector<std::string> read_tables(std::string_view text, std::size_t line, Reading& reading) {
  Tables tables(text, line, reading);
  tables.read();
  return tables.warnings();
}

}  // namespace ncu_regions::ncu_csv
