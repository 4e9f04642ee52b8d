// Render: tables of Markdown. Cells are Markdown already.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

class MarkdownTable {
 public:
  // A column whose numbers stand to the right.
  MarkdownTable& number(std::string title);
  MarkdownTable& text(std::string title);
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::size_t columns() const { return titles_.size(); }
  std::string str() const;  // "" without rows; ends with '\n'

 private:
  std::vector<std::string> titles_;
  std::string rule_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ncu_regions
