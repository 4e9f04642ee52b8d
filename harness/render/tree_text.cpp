// The region tree as a table for a terminal.
#include <algorithm>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/report_parts.h"

namespace ncu_regions {
namespace {

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const RegionTree& tree) {
  std::vector<Row> rows = {
      {"region", "instances", "kernels", "time ms", "instructions", "directly"}};
  for (const Region& region : tree.regions) {
    const std::optional<double> time = total(region, kHostTimeMetric, true);
    rows.push_back({std::string(region.depth * 2, ' ') + printable(display_form(region.path)),
                    grouped(static_cast<double>(region.instances)),
                    count_cell(region, kHostLaunchesMetric, true), time ? milliseconds(*time) : "-",
                    count_cell(region, kHostInstructionsMetric, true),
                    count_cell(region, kHostInstructionsMetric, false)});
  }
  return rows;
}

}  // namespace

std::string tree_text(const RegionTree& tree) {
  const std::vector<Row> rows = rows_of(tree);
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += row[0] + std::string(widths[0] - row[0].size(), ' ');
    for (std::size_t i = 1; i < row.size(); ++i) {
      text += "  " + std::string(widths[i] - row[i].size(), ' ') + row[i];
    }
    text += "\n";
  }
  return text;
}

}  // namespace ncu_regions
