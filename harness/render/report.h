// Render: report.md and report.json of one run.
#pragma once

#include <filesystem>
#include <string>

#include "harness/compare/outcome.h"
#include "harness/regions/region_tree.h"
#include "harness/render/run_record.h"

namespace ncu_regions {

struct ReportInput {
  const RunRecord& run;
  const RegionTree& tree;
  const Outcome& outcome;
};

std::string report_markdown(const ReportInput& input);
std::string report_json(const ReportInput& input);

// Writes regions/report.md and regions/report.json below `folder`. The same input gives the same
// bytes.
void write_reports(const std::filesystem::path& folder, const ReportInput& input);

// One line: "shallow_resnet: 9 of 9 gates passed".
std::string summary_line(const Outcome& outcome);

// The command that accepts this run's values, or "" when there is nothing to accept.
std::string accept_command(const ReportInput& input);

// The region tree as a table for a terminal.
std::string tree_text(const RegionTree& tree);

}  // namespace ncu_regions
