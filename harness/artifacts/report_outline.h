// Artifacts: what is in a report: how many results, which metrics, regions and devices.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "harness/artifacts/report_file.h"

namespace ncu_regions {

struct ReportOutline {
  std::uint64_t results = 0;
  std::uint64_t by_kind[4] = {};       // by ReportResultKind
  std::vector<std::uint32_t> metrics;  // that some result has, sorted by name
  bool has_nvtx = false;               // NVTX was recorded in some result
  bool has_ranges = false;             // and a range was open
  bool has_grid = false;               // some result has a grid
  std::uint64_t not_profiled = 0;      // kernels whose grid is 0: ncu could not profile them
  std::set<std::string> devices;       // "NVIDIA A100 (CC 8.0)"
  std::uint64_t clocks_locked = 0;     // results of which it is known that clocks were locked
  std::uint64_t clocks_free = 0;       // and that they were not
};

// Made from the results as they pass.
class OutlineBuilder {
 public:
  void add(const ReportResult& result);
  ReportOutline finish(const ReportFile& file);

 private:
  ReportOutline outline_;
  std::vector<bool> seen_;  // by name
};

// Reads all of the file for nothing else. Throws Error(kMeasurement).
ReportOutline outline_of(ReportFile& file, const Selection& selection);

}  // namespace ncu_regions
