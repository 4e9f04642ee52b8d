// Render: the results of a report, as they are stored: for people, and for other programs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/artifacts/report_file.h"
#include "harness/artifacts/report_outline.h"

namespace ncu_regions {

// Where text goes, piece by piece: a report may be larger than memory.
using TextSink = std::function<void(std::string_view)>;

// Both write nothing for a report without results, and return what was in it. Damages show before
// anything was written, unless the report is so large that it cannot be kept in memory.

// The raw page in the columns of ncu 2024 and later, with base units, every cell escaped and every
// number exact. Results in the order of the file.
ReportOutline write_results_csv(ReportFile& file, const Selection& selection, const TextSink& out);

// One JSON object, on one line.
ReportOutline write_results_json(ReportFile& file, const Selection& selection, const TextSink& out);

// A region, or a result below it, with its values of the chosen metrics.
struct ResultRow {
  std::string id;  // of a result; empty for a region
  std::size_t depth = 0;
  std::string name;
  std::string grid, block;
  std::vector<std::string> values;  // by metric; scaled, with unit
};

struct ResultTable {
  std::vector<std::string> metrics;
  std::vector<ResultRow> rows;
  std::vector<std::string> notes;
  std::vector<std::string> missing;  // of the metrics that were asked for: no result has them
  ReportOutline outline;
};

// The table of the metrics that were asked for, by name or pattern; of the usual ones when none
// were. A name that no result has is a column without values. In a region's row stand the sums of
// those that add up (.sum) over the kernels in it and below it; results of ranges are never added.
ResultTable result_table(ReportFile& file, const std::vector<std::string>& metrics);

// As text for a terminal, and as Markdown.
std::string results_text(const ResultTable& table);
std::string results_markdown(const ResultTable& table, const std::string& title);

// A message of a rule on one line.
std::string rule_line(const RuleMessage& message);

// Session facts, NVTX states and messages of rules, as text for a terminal.
std::string info_text(const ReportFile& file, const ReportOutline& outline);
void write_nvtx_text(ReportFile& file, const TextSink& out);
void write_rules_text(ReportFile& file, const TextSink& out);

}  // namespace ncu_regions
