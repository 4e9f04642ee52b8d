// Render: which metrics a table of results shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/artifacts/report_outline.h"

namespace ncu_regions {

struct ChosenMetric {
  std::string name;
  std::optional<std::uint32_t> index;  // nothing: no result has it
  std::string unit;
  bool adds_up = false;  // over launches
};

struct MetricChoice {
  std::vector<ChosenMetric> metrics;
  std::vector<std::string> missing;  // of what was asked for
};

// What a person wants to see first, under all its names.
std::vector<std::string> usual_metrics();

// The metrics of the file that were asked for, by name, by pattern or, of a details page, by label
// without its section; when none were, the usual ones. A name that the file does not have stays.
MetricChoice choose_metrics(const ReportFile& file, const ReportOutline& outline,
                            const std::vector<std::string>& asked);

}  // namespace ncu_regions
