#include "harness/render/kernels_csv.h"

#include <set>

#include "harness/core/text.h"
#include "harness/render/csv_text.h"
#include "harness/render/results_number.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

void append(std::string& line, const Cell& cell, const KernelRows& rows) {
  if (const auto* whole = std::get_if<std::uint64_t>(&cell)) return append_number(line, *whole);
  if (const auto* text = std::get_if<TextId>(&cell))
    return append_csv_text(line, rows.texts[text->id]);
  if (std::holds_alternative<double>(cell) && number_of(cell)) {
    append_number(line, std::get<double>(cell));
  }
}

constexpr std::size_t kMostLabels = 64;            // labels that a cell spells out
constexpr std::uint64_t kMostCsvRows = 2'000'000;  // of all pages together

struct Column {
  std::string title;
  std::size_t index;
};

// The time first, then what is shown; each once, and only what some row has.
std::vector<Column> columns_of(const RegionTree& tree) {
  std::vector<Column> columns;
  std::set<std::size_t> seen;
  const auto add = [&](const std::string& name, const std::string& unit, std::size_t index) {
    if (!seen.insert(index).second) return;
    columns.push_back({unit.empty() ? name : name + " [" + unit + "]", index});
  };
  if (tree.time_column) add(tree.time_metric, "ns", *tree.time_column);
  for (const ShownMetric& metric : tree.shown) {
    if (metric.column) add(metric.name, metric.unit, *metric.column);
  }
  return columns;
}

// What rows of one group share.
std::string beginning(const RegionTree& tree, const KernelGroup& group) {
  std::string region;
  for (const Standing& standing : group.in) {
    const RegionPath& path = tree.regions[standing.region].path;
    const bool is_deep = path.labels.size() > kMostLabels;
    region += (region.empty() ? "" : "; ") +
              (is_deep ? ".../" + written_form({"", {path.labels.back()}}) : written_form(path));
  }
  if (group.in.empty()) region = group.recorded ? "(outside)" : "(unlabeled)";
  const Scope& scope = tree.scopes[group.scope];
  std::string line;
  append_csv_text(line, region);
  line += ',';
  append_csv_text(line, scope.name);
  line += ',';
  append_csv_text(line, tree.rows.kernels[group.kernel].name);
  return line;
}

}  // namespace

bool pages_are_short(const RegionTree& tree) {
  std::uint64_t rows = 0;
  for (const KernelGroup& group : tree.rows.groups) {
    for (const Standing& standing : group.in) {
      rows += group.launches * (tree.regions[standing.region].depth + 1);
    }
  }
  return rows > kMostCsvRows && !tree.is_host();
}

KernelsCsv::KernelsCsv(const RegionTree& tree) : tree_(tree) {
  const std::vector<Column> columns = columns_of(tree);
  header_ = R"("Region","Scope","Kernel","File","Result","Grid","Block","Launches")";
  for (const Column& column : columns) {
    header_ += ',';
    append_csv_text(header_, column.title);
  }
  header_ += "\n";
  std::vector<std::string> beginnings;
  for (const KernelGroup& group : tree.rows.groups) beginnings.push_back(beginning(tree, group));
  for (const KernelRow& row : tree.rows.rows) {
    begin_.push_back(text_.size());
    text_ += beginnings[row.group];
    text_ += ',';
    if (!tree.rows.sources.empty()) append_csv_text(text_, tree.rows.sources[row.source]);
    text_ += ',';
    append_number(text_, row.id);
    text_ += ",\"" + dim_text(row.grid) + "\",\"" + dim_text(row.block) + "\",";
    append_number(text_, row.launches);
    for (const Column& column : columns) {
      text_ += ',';
      append(text_, tree.rows.cell(row, column.index), tree.rows);
    }
    text_ += '\n';
  }
  begin_.push_back(text_.size());
}

std::string KernelsCsv::page(std::size_t region) const {
  std::string page = header_;
  const Where where = pages_are_short(tree_) ? Where::kDirectly : Where::kBelow;
  for (const std::size_t row : rows_in(tree_, kernels_in(tree_, where, region))) {
    page.append(text_, begin_[row], begin_[row + 1] - begin_[row]);
  }
  return page;
}

}  // namespace ncu_regions
