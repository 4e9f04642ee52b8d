// Pipeline: files of Google Benchmark that belong together: repetitions of one program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/machine/fingerprint.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/benchmark_tree.h"

namespace ncu_regions {

// The pass of its capture in run.json; the folder of its files is captures/1-benchmark.
inline constexpr char kBenchmarkPass[] = "benchmark";
inline constexpr char kBenchmarkFolder[] = "1-benchmark";
// Files do not say more of the machine than the fingerprint has.
inline constexpr char kBenchmarkDevice[] = "host";

struct BenchmarkSet {
  std::vector<CaptureFile> files;
  std::vector<std::string> texts;  // of the files
  BenchmarkTrees trees;
  Fingerprint fingerprint;
  std::string date;                // of the first one, UTC; empty: it says none
  std::vector<std::string> notes;  // what a reader of the values must know
};

// A file, there or not, or a folder that is no run and holds *.json.
bool holds_benchmarks(const std::filesystem::path& path);

// Whether it may be shown as such, by what it holds: a file of JSON that is no capture, or a folder
// that is neither a run nor a survey.
bool are_benchmark_files(const std::filesystem::path& path);

// Of a file, or of all *.json of a folder in the order of their dates. Throws Error(kMeasurement)
// for one that cannot be read, or that is of another machine than the first.
BenchmarkSet read_benchmarks(const std::filesystem::path& path);
// Of files in this order.
BenchmarkSet read_benchmarks(std::vector<CaptureFile> named);

// "bench.json", "a.json and 9 more".
std::string names_of(const BenchmarkSet& set);

// As a run that was never judged: its tests are everything that has a value, gated or not.
StoredRun run_of_benchmarks(const std::filesystem::path& path);

// The samples of a run folder, from the files in it.
void read_benchmark_samples(StoredRun& stored, const std::filesystem::path& run);
bool is_of_benchmarks(const RunRecord& record);

}  // namespace ncu_regions
