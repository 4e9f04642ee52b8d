// Artifacts: a JSON file of Google Benchmark (--benchmark_out=FILE --benchmark_out_format=json),
// versions 1.5 to 1.9.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ncu_regions {

// What the file says of the machine and the library; "" where it says nothing.
struct BenchmarkContext {
  std::string date;  // as it is written there
  std::string executable;
  std::string library_build, library_version;  // "debug", "v1.9.1"
  std::optional<double> cpus, mhz;
  std::optional<bool> is_scaling;  // the clocks of the CPU
  std::string caches;              // "Data 1: 32768 x1, ..."
};

// One repetition of one benchmark.
struct BenchmarkRow {
  std::string name;  // run_name: without what marks aggregates
  // Which of the registered ones it is, where the version of the format tells.
  std::optional<std::uint64_t> family, instance;
  bool is_failed = false;  // it says itself that it did not run, or failed
  std::string message;     // and why
  // Into BenchmarkFile::metrics. NaN: Google Benchmark wrote a number that is none.
  std::vector<std::pair<std::size_t, double>> values;
};

struct BenchmarkFile {
  std::string name;  // as it was named
  BenchmarkContext context;
  // Names of our own: "benchmark__real_time", "benchmark__<counter>". Times are in ns, whatever the
  // unit of the row is.
  std::vector<std::string> metrics;
  std::vector<BenchmarkRow> rows;  // repetitions alone; never empty
  std::uint64_t aggregates = 0;    // that were passed over
};

// Whether it could be one: its first character is that of a JSON object. Never throws.
bool is_json_object(const std::filesystem::path& path);

// Throws Error(kMeasurement) naming the file: not there, not JSON, cut off, not of Google
// Benchmark, without repetitions.
BenchmarkFile read_benchmark_file(const std::filesystem::path& path);
// The same of bytes that were read already; `name` is for messages.
BenchmarkFile parse_benchmark_file(std::string_view bytes, const std::string& name);

// The name of a metric of a counter: what could be taken for something else in a budget, on a
// terminal or in Markdown becomes '_'.
std::string benchmark_metric(std::string_view counter);

}  // namespace ncu_regions
