// Artifacts: what a profiler stored, whatever file it came from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/capture_kind.h"
#include "harness/core/region_path.h"

namespace ncu_regions {

enum class ResultKind { kKernel, kRange };

// What the profiler stored for one kernel launch or for one time a range was entered.
struct Result {
  ResultKind kind = ResultKind::kKernel;
  std::string name;  // kernels only
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::uint64_t thread = 0;
  // Into Capture::paths. Ranges: their own path, exactly one. Kernels: the innermost open range of
  // each domain; none when no range was open.
  std::vector<std::size_t> paths;
  // Absent: the profiler gave no value. Never 0 instead.
  std::map<std::string, double> metrics;
};

// One run of the workload under a profiler.
struct Capture {
  CaptureKind kind = CaptureKind::kHost;
  std::string pass;                  // host: "time" or "count"
  std::vector<std::string> metrics;  // what this capture was to measure
  std::uint64_t pid = 0;
  std::vector<RegionPath> paths;  // every prefix of a path is in the list before it
  std::vector<Result> results;
  std::vector<std::string> notes;  // what a reader of the numbers must know
};

}  // namespace ncu_regions
