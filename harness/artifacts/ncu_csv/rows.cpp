#include "harness/artifacts/ncu_csv/rows.h"

#include <algorithm>

namespace ncu_regions::ncu_csv {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

// Takes "<digits>", off the front.
bool drop_number(std::string_view& text) {
  if (!text.starts_with('"')) return false;
  std::size_t at = 1;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  if (at == 1 || text.substr(at, 2) != "\",") return false;
  text.remove_prefix(at + 2);
  return true;
}

}  // namespace

bool starts_like_row(std::string_view line) {
  return drop_number(line) && (drop_number(line) || line.starts_with(R"("n/a",)"));
}

std::string_view Rows::peek_line() const {
  std::string_view line = text_.substr(at_);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void Rows::skip_line() {
  const std::size_t end = text_.find('\n', at_);
  line_ = next_line_++;
  at_ = end == kNotFound ? text_.size() : end + 1;
}

// From `at`, behind the opening quote, to behind the closing one; kNotFound when the cell does not
// end like one.
inline std::size_t Rows::take_quoted(std::size_t at) {
  const char* const first = text_.data() + at;
  const char* const end = text_.data() + text_.size();
  const char* quote = first;
  bool doubled = false;
  for (;;) {
    // Most cells are short: a loop finds their end sooner than a call does.
    while (quote != end && *quote != '"') ++quote;
    if (quote == end) return kNotFound;
    if (quote + 1 == end || quote[1] != '"') break;
    doubled = true;
    quote += 2;
  }
  const std::string_view cell(first, static_cast<std::size_t>(quote - first));
  cells_.push_back(doubled ? unescaped(cell) : cell);
  const char* next = quote + 1;
  if (next != end && *next == '\r') ++next;
  const bool ends = next == end || *next == ',' || *next == '\n';
  return ends ? static_cast<std::size_t>(next - text_.data()) : kNotFound;
}

inline std::size_t Rows::take_bare(std::size_t at) {
  const std::size_t end = std::min(text_.find_first_of(",\n", at), text_.size());
  std::string_view cell = text_.substr(at, end - at);
  if (cell.ends_with('\r')) cell.remove_suffix(1);
  cells_.push_back(cell);
  return end;
}

bool Rows::read() {
  cells_.clear();
  unescaped_.clear();
  row_ = at_;
  for (std::size_t at = at_;;) {
    const bool is_quoted = at < text_.size() && text_[at] == '"';
    at = is_quoted ? take_quoted(at + 1) : take_bare(at);
    if (at == kNotFound) return false;
    if (at >= text_.size()) {
      finish(text_.size(), false);
      return true;
    }
    if (text_[at++] == '\n') {
      finish(at, true);
      return true;
    }
  }
}

void Rows::back_to_row() {
  if (at_ == row_) return;
  at_ = row_;
  next_line_ = line_;
}

void Rows::read_again() {
  back_to_row();
  read();
}

void Rows::read_again_as_ncu() {
  cells_.clear();
  unescaped_.clear();
  back_to_row();
  std::size_t end = at_;
  std::size_t next = text_.size();
  for (;;) {
    end = text_.find('\n', end);
    if (end == kNotFound) break;
    const std::string_view after = text_.substr(end + 1);
    if (after.empty() || after.starts_with("==") || starts_like_row(after.substr(0, 64))) {
      next = end + 1;
      break;
    }
    ++end;
  }
  const bool complete = end != kNotFound;
  std::string_view row = text_.substr(at_, (complete ? end : text_.size()) - at_);
  if (row.ends_with('\r')) row.remove_suffix(1);
  if (row.starts_with('"')) row.remove_prefix(1);
  const bool is_short = row.ends_with("\",");
  row.remove_suffix(is_short ? 2 : row.ends_with('"') ? 1 : 0);
  for (std::size_t at = 0;;) {
    const std::size_t separator = row.find("\",\"", at);
    cells_.push_back(row.substr(at, separator - at));
    if (separator == kNotFound) break;
    at = separator + 3;
  }
  if (is_short) cells_.emplace_back();
  finish(next, complete);
}

void Rows::finish(std::size_t next, bool complete) {
  line_ = next_line_;
  next_line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(at_, next - at_), '\n'));
  at_ = next;
  complete_ = complete;
}

std::string_view Rows::unescaped(std::string_view cell) {
  std::string& text = unescaped_.emplace_back();
  text.reserve(cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    text += cell[i];
    if (cell[i] == '"') ++i;
  }
  return text;
}

}  // namespace ncu_regions::ncu_csv
