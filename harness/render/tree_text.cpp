// The region tree as a table for a terminal.
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/report_parts.h"
#include "harness/render/table_text.h"

namespace ncu_regions {
namespace {

TableRow row_of(const RegionTree& tree, const std::string& name, const ScopeValues& values,
                const std::string& directly) {
  return {name,
          grouped(static_cast<double>(values.instances)),
          count_cell(values, kHostLaunchesMetric),
          time_cell(tree, values),
          count_cell(values, kHostInstructionsMetric),
          directly};
}

// Below each region its values in each process, when there are several.
void add_processes(const RegionTree& tree, const Region& region, std::vector<TableRow>& rows) {
  if (tree.scopes.size() < 2) return;
  for (std::size_t i = 0; i < region.by_scope.size(); ++i) {
    if (!region.by_scope[i]) continue;
    rows.push_back(
        row_of(tree, std::string(region.depth * 2, ' ') + "  . " + printable(tree.scopes[i].name),
               *region.by_scope[i], ""));
  }
}

}  // namespace

std::string tree_text(const RegionTree& tree) {
  std::vector<TableRow> rows = {
      {"region", "instances", "kernels", "time ms", "instructions", "directly"}};
  for (const Region& region : tree.regions) {
    const std::string name =
        std::string(region.depth * 2, ' ') + printable(display_form(region.path));
    rows.push_back(row_of(tree, name, region.all, directly_cell(region, kHostInstructionsMetric)));
    add_processes(tree, region, rows);
  }
  return table_text(rows);
}

}  // namespace ncu_regions
