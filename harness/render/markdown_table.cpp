#include "harness/render/markdown_table.h"

namespace ncu_regions {
namespace {

void append_row(std::string& text, const std::vector<std::string>& cells) {
  text += '|';
  for (const std::string& cell : cells) {
    text += ' ';
    text += cell;
    text += " |";
  }
  text += '\n';
}

}  // namespace

MarkdownTable& MarkdownTable::number(std::string title) {
  titles_.push_back(std::move(title));
  rule_ += "---:|";
  return *this;
}

MarkdownTable& MarkdownTable::text(std::string title) {
  titles_.push_back(std::move(title));
  rule_ += "---|";
  return *this;
}

std::string MarkdownTable::str() const {
  if (rows_.empty()) return "";
  std::string text;
  append_row(text, titles_);
  text += "|" + rule_ + "\n";
  for (const std::vector<std::string>& row : rows_) append_row(text, row);
  return text;
}

}  // namespace ncu_regions
