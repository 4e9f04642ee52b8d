// Tests: our CSV page against the one that the real ncu prints for the same report, cell by cell.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ncu_regions {

// What ncu was asked for.
struct NcuPage {
  std::string text;
  int release = 0;       // 20242: ncu 2024.2
  bool base = true;      // --print-units base; else scaled
  bool renamed = false;  // 2024.2 and later simplify kernel names unless told not to
};

struct PageComparison {
  std::size_t metric_cells = 0, identity_cells = 0, nvtx_cells = 0;
  std::size_t ncu_overflows = 0;  // whole numbers of 2^63 and more, which ncu prints as 0
  std::size_t ncu_nans = 0;       // NaN, which scaled pages show as 0
  std::size_t odd_units = 0;      // units of ncu's that are not what the metric's name says
  std::vector<std::string> differences;
};

// `ours` is the page that write_results_csv makes.
PageComparison compare_pages(const std::string& ours, const NcuPage& ncu);

}  // namespace ncu_regions
