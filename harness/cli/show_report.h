// CLI: ncu-regions show for reports of ncu.
#pragma once

#include <string>
#include <vector>

#include "harness/core/exit_code.h"

namespace ncu_regions::cli {

struct ShowOptions {
  std::string format;  // "": table
  std::vector<std::string> metrics;
  bool html = false, tree = false, info = false, nvtx = false, rules = false;
  std::string out;  // of a page; "": by the name of what is shown

  bool wants_facts() const { return info || nvtx || rules; }
  bool is_for_programs() const { return format == "csv" || format == "json"; }
  // Whether any of them was given.
  bool is_for_reports() const { return !format.empty() || !metrics.empty() || wants_facts(); }
};

ExitCode show_report(const std::string& path, const ShowOptions& options);

}  // namespace ncu_regions::cli
