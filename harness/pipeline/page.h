// Pipeline: report.html of anything that can be shown.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/pipeline/compare_runs.h"

namespace ncu_regions {

// Of a run folder, a capture of the host profiler, a report or a CSV page of ncu, or files of
// Google Benchmark. `metrics` are names or patterns of ncu's metrics; empty: the usual ones. Throws
// Error(kMeasurement) when it cannot be read.
struct ReportPage {
  std::string html;
  bool has_results = true;           // a region, or a kernel
  std::vector<std::string> missing;  // of the metrics that were asked for: no result has them
};
ReportPage page_of(const std::filesystem::path& path, const std::vector<std::string>& metrics);

// Of two runs, before and now.
std::string page_of(const Comparison& comparison);

// Writes it, at once or not at all. Throws Error(kUsage) when a file that is no such page is in the
// way.
void write_page(const std::filesystem::path& file, const std::string& page);

}  // namespace ncu_regions
