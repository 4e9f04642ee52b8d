// The region tree as a table for a terminal.
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/report_parts.h"
#include "harness/render/table_text.h"

namespace ncu_regions {
namespace {

std::vector<TableRow> rows_of(const RegionTree& tree) {
  std::vector<TableRow> rows = {
      {"region", "instances", "kernels", "time ms", "instructions", "directly"}};
  for (const Region& region : tree.regions) {
    rows.push_back({std::string(region.depth * 2, ' ') + printable(display_form(region.path)),
                    grouped(static_cast<double>(region.all.instances)),
                    count_cell(region.all, kHostLaunchesMetric), time_cell(region.all),
                    count_cell(region.all, kHostInstructionsMetric),
                    directly_cell(region, kHostInstructionsMetric)});
  }
  return rows;
}

}  // namespace

std::string tree_text(const RegionTree& tree) { return table_text(rows_of(tree)); }

}  // namespace ncu_regions
