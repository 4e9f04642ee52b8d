// Artifacts: what a profiler stored, whatever file it came from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/capture_kind.h"
#include "harness/core/region_path.h"
#include "harness/core/source_line.h"

namespace ncu_regions {

enum class ResultKind { kKernel, kRange };

// What the profiler stored for launches of one kernel, or for instances of one range, that share
// everything but their values.
struct Result {
  ResultKind kind = ResultKind::kKernel;
  std::string name;  // kernels only
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::size_t scope = 0;  // into Capture::scopes
  std::uint64_t thread = 0;
  // Into Capture::paths. Ranges: their own path, exactly one. Kernels: the innermost open range of
  // each domain, and every open start/end range; none when no range was open.
  std::vector<std::size_t> paths;
  std::uint64_t count = 1;         // launches or instances
  std::uint64_t open_at_exit = 0;  // of the instances: never left
  // By metric of the capture, then one per launch or instance. Empty: the profiler gave no value
  // for any; NaN: none for this one. Never 0 instead.
  std::vector<std::vector<double>> values;
};

// A process of the workload; of ncu's results, on one device.
struct Scope {
  // Of the host profiler: "rank 1" where a launcher numbered it, else "process 1" in order of
  // start. Of ncu: "4711/cuda:0", with its rank where it is known.
  std::string name;
  std::uint64_t pid = 0;  // 0: not known
  std::optional<std::uint64_t> rank = {};
  std::string host = {};
  std::optional<std::uint64_t> device = {};  // CUDA ordinal; nothing for the host profiler
  std::string device_name = {}, compute_capability = {};
};

// How values of several scopes make one: counts add, times take the slowest.
enum class AcrossScopes { kSum, kMax };

struct CaptureMetric {
  std::string name;
  AcrossScopes across = AcrossScopes::kSum;
};

// One run of the workload under a profiler.
struct Capture {
  CaptureKind kind = CaptureKind::kHost;
  std::string pass;                    // host: "time", "count", ...
  std::vector<CaptureMetric> metrics;  // what this capture was to measure
  std::vector<Scope> scopes;
  std::vector<RegionPath> paths;  // every prefix of a path is in the list before it
  std::vector<std::optional<std::size_t>> parents;  // of each path, into the same list
  std::map<std::size_t, SourceLine> sources;  // by path: where it is opened, as far as it is known
  std::vector<Result> results;
  // Pairs of paths that were open at the same time, other than one inside the other of one stack.
  std::vector<std::pair<std::size_t, std::size_t>> overlaps;
  std::vector<std::string> notes;  // what a reader of the numbers must know
};

}  // namespace ncu_regions
