// Tests: a report as the pages that the harness makes of it.
#pragma once

#include <filesystem>
#include <string>

#include "harness/artifacts/report_outline.h"
#include "harness/render/results.h"

namespace ncu_regions {

inline std::string csv_page_of(ReportFile& file) {
  std::string text;
  write_results_csv(file, {}, [&](std::string_view part) { text += part; });
  return text;
}

inline std::string csv_page_of(const std::filesystem::path& path) {
  return csv_page_of(*open_report(path));
}

}  // namespace ncu_regions
