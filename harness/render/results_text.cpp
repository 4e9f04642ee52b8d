// The table of results for a terminal and for Markdown.
#include <algorithm>

#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/results.h"
#include "harness/render/table_text.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kTextName = 60;
constexpr std::size_t kMarkdownName = 120;
constexpr std::size_t kMostColumns = 10;

std::string indent_of(const ResultRow& row) {
  std::string indent;
  for (std::size_t i = 0; i < std::min<std::size_t>(row.depth, 40); ++i) indent += "  ";
  return indent;
}

// The columns that some row fills.
std::vector<bool> used_columns(const ResultTable& table) {
  std::vector<bool> used = {false, false};
  for (const ResultRow& row : table.rows) {
    used[0] = used[0] || !row.grid.empty();
    used[1] = used[1] || !row.block.empty();
  }
  return used;
}

// Many metrics: one per line.
std::string long_text(const ResultTable& table) {
  std::size_t width = 0;
  for (const std::string& metric : table.metrics) width = std::max(width, metric.size());
  std::string text;
  for (const ResultRow& row : table.rows) {
    const std::string indent = indent_of(row);
    text += indent + short_name(row.name, kTextName) + (row.id.empty() ? "" : "  id " + row.id);
    if (!row.grid.empty()) text += "  grid " + row.grid + "  block " + row.block;
    text += "\n";
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (row.values[i].empty()) continue;
      const std::string metric = printable(table.metrics[i]);
      text += indent + "    " + metric +
              std::string(width + 2 - std::min(width, metric.size()), ' ') + row.values[i] + "\n";
    }
  }
  for (const std::string& note : table.notes) text += note + "\n";
  return text;
}

}  // namespace

std::string results_text(const ResultTable& table) {
  if (table.metrics.size() > kMostColumns) return long_text(table);
  const std::vector<bool> used = used_columns(table);
  std::vector<TableRow> rows;
  TableRow& header = rows.emplace_back();
  header = {"region / kernel", "id"};
  if (used[0]) header.emplace_back("grid");
  if (used[1]) header.emplace_back("block");
  for (std::size_t i = 0; i < table.metrics.size(); ++i) {
    header.push_back("[" + std::to_string(i + 1) + "]");
  }
  for (const ResultRow& row : table.rows) {
    TableRow& cells = rows.emplace_back();
    cells = {indent_of(row) + short_name(row.name, kTextName), row.id};
    if (used[0]) cells.push_back(row.grid);
    if (used[1]) cells.push_back(row.block);
    for (std::size_t i = 0; i < table.metrics.size(); ++i) {
      cells.push_back(i < row.values.size() ? row.values[i] : "");
    }
  }
  std::string text = table_text(rows);
  for (std::size_t i = 0; i < table.metrics.size(); ++i) {
    text += "[" + std::to_string(i + 1) + "] " + printable(table.metrics[i]) + "\n";
  }
  for (const std::string& note : table.notes) text += note + "\n";
  return text;
}

std::string results_markdown(const ResultTable& table, const std::string& title) {
  const std::vector<bool> used = used_columns(table);
  std::string text = "### " + markdown_name(title) + "\n\n| Region / kernel | ID |";
  std::string line = "|---|---:|";
  const auto column = [&](const std::string& name) {
    text += " " + name + " |";
    line += "---:|";
  };
  if (used[0]) column("Grid");
  if (used[1]) column("Block");
  for (const std::string& metric : table.metrics) column(markdown_name(metric));
  text += "\n" + line + "\n";
  for (const ResultRow& row : table.rows) {
    std::string indent;
    for (std::size_t i = 0; i < std::min<std::size_t>(row.depth, 40); ++i) indent += "&emsp;";
    const std::string name = markdown_name(short_name(row.name, kMarkdownName));
    text += "| " + indent + (row.id.empty() ? "**" + name + "**" : name) + " | " + row.id + " |";
    if (used[0]) text += " " + row.grid + " |";
    if (used[1]) text += " " + row.block + " |";
    for (std::size_t i = 0; i < table.metrics.size(); ++i) {
      text += " " + markdown_text(i < row.values.size() ? row.values[i] : "") + " |";
    }
    text += "\n";
  }
  for (const std::string& note : table.notes) text += "\n" + markdown_text(note) + "\n";
  return text;
}

}  // namespace ncu_regions
