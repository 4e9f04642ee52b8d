// Render: the reports of one run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/config/settings.h"
#include "harness/regions/region_tree.h"
#include "harness/runs/explain_file.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// The sections of one result as text, by its file and number (KernelRow::source and id).
using SectionTexts = std::map<std::pair<std::size_t, std::uint64_t>, std::string>;

struct ReportInput {
  const RunRecord& run;
  const RegionTree& tree;
  // Nothing was judged when it is not there: files that somebody had lying around.
  const Outcome* outcome = nullptr;
  SectionTexts sections = {};
  Explained explained = {};
  const RegionTree* before = nullptr;  // side by side: of the base build

  const ShownSettings& shown() const { return run.shown; }
  // Whether values over all scopes are shown; of one scope they are the same.
  bool is_aggregate() const { return run.shown.aggregate || tree.scopes.size() < 2; }
};

std::string report_markdown(const ReportInput& input);
std::string report_json(const ReportInput& input);

// Writes regions/ below `folder`: report.md, report.html, report.json, sections_report.txt, and a
// folder for each region. The same input gives the same bytes; what an earlier report left there is
// gone.
void write_reports(const std::filesystem::path& folder, const ReportInput& input);

// One line: "shallow_resnet: 9 of 9 gates passed".
std::string summary_line(const Outcome& outcome);
// The same of a report that judges nothing.
std::string summary_line(const RegionTree& tree);

// What the verdicts cost, and what they are against: "3 captures, 5 of them fresh; ...".
std::string spent_line(const Outcome& outcome);

// " --captures 10" when accepting this needs more captures than there are, else "".
std::string captures_option(const Outcome& outcome);

// The command that accepts this run's values, or "" when there is nothing to accept.
std::string accept_command(const ReportInput& input);

// Benchmarks as a table for a terminal: medians over their repetitions.
std::string benchmark_text(const RegionTree& tree);

// The region tree as a table for a terminal.
std::string tree_text(const RegionTree& tree);

}  // namespace ncu_regions
