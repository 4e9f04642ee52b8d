// Render: the tables of report.md. Each is "" when it would have no rows.
#pragma once

#include <string>

#include "harness/render/report_parts.h"

namespace ncu_regions {

std::string sections_table(const ReportInput& input);  // that were chosen
std::string metrics_table(const ReportInput& input);   // that were chosen
std::string summary_table(const ReportInput& input, const std::vector<RegionFiles>& files);
std::string further_table(const ReportInput& input);   // metrics beside the columns of the summary
std::string section_tables(const ReportInput& input);  // one for each chosen section
std::string kernels_table(const ReportInput& input, const std::vector<RegionFiles>& files);
std::string scopes_table(const ReportInput& input);
std::string scope_values_table(const ReportInput& input);  // each region in each scope
std::string operators_table(const ReportInput& input);     // of the aggregate
std::string sums_table(const ReportInput& input);          // does it add up?

// What the columns of the summary mean.
std::string kind_line(const RegionTree& tree);

// A region's name in a table, as far as people want to read it.
std::string region_cell(const Region& region);

// Time of all launches of a kernel, then smallest, mean and largest of one.
void add_time_cells(const RegionTree& tree, const KernelStats& stats,
                    std::vector<std::string>& cells);

// A kernel's name in a table.
std::string kernel_cell(const std::string& name);
std::string instructions_cell(const KernelStats& stats, const ShownMetric& instructions);

}  // namespace ncu_regions
