// The readers of reports: bytes and results per second, and how time grows with the file: it has to
// be linear. Inputs are synthetic results (280 metrics, a megabyte of sections for every 50 of
// them), their blocks repeated.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "harness/artifacts/report_outline.h"
#include "harness/core/files.h"
#include "harness/render/results.h"
#include "tests/support/report_writer.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

constexpr std::int64_t kResults = 50;  // in an input of size 1

fixture::Result full_result(std::uint64_t id) {
  fixture::Result result;
  result.function = "kernel" + std::to_string(id % 7);
  result.nvtx = fixture::nvtx_stack({"step", "step::solve"});
  for (int i = 0; i < 280; ++i) {
    const double value = static_cast<double>(id * 1000) + i * 1.37;
    fixture::Metric metric{"unit" + std::to_string(i) + "__counter.sum", value, {}};
    for (std::uint64_t j = 0; j < (i % 10 == 0 ? 40u : 0u); ++j) {
      metric.instances.emplace_back(j, value + static_cast<double>(j));
    }
    result.metrics.push_back(metric);
  }
  result.metrics.push_back({"gpu__time_duration.sum", 1234.5, {}});
  result.sections.push_back({"Section", std::string(20'000, 'x'), {}});
  return result;
}

std::string report(std::int64_t size) {
  fixture::ReportWriter writer;
  const fixture::Result result = full_result(3);
  for (std::int64_t i = 0; i < size * kResults; ++i) writer.add(result);
  return writer.bytes();
}

void count(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
  state.SetItemsProcessed(state.iterations() * state.range(0) * kResults);
  state.SetComplexityN(state.range(0));
}

// A file, as users have it: bytes in memory would be faster while they fit into the cache.
class InFile {
 public:
  explicit InFile(const std::string& bytes) : path(folder_ / "bench"), size(bytes.size()) {
    write_file(path, bytes);
  }

 private:
  TempFolder folder_;

 public:
  std::filesystem::path path;
  std::size_t size;
};

void read_with(benchmark::State& state, const Selection& selection) {
  const InFile input(report(state.range(0)));
  for (auto _ : state) {
    const auto file = open_report(input.path);
    benchmark::DoNotOptimize(outline_of(*file, selection));
  }
  count(state, input.size);
}

void BM_ReportAllMetrics(benchmark::State& state) { read_with(state, {}); }

void BM_ReportThreeMetrics(benchmark::State& state) {
  Selection selection;
  selection.all_metrics = false;
  selection.metrics = {"gpu__time_duration.sum", "unit1__counter.sum", "unit2__counter.sum"};
  read_with(state, selection);
}

void BM_ReportInstances(benchmark::State& state) {
  Selection selection;
  selection.instances = true;
  read_with(state, selection);
}

std::string csv_page(std::int64_t size) {
  const std::string bytes = report(size);
  const auto file = open_report_bytes(bytes, "bench.ncu-rep");
  std::string page;
  write_results_csv(*file, {}, [&](std::string_view part) { page += part; });
  return page;
}

void BM_CsvRawPage(benchmark::State& state) {
  const InFile page(csv_page(state.range(0)));
  for (auto _ : state) {
    const auto file = open_report(page.path);
    benchmark::DoNotOptimize(outline_of(*file, {}));
  }
  count(state, page.size);
}

void BM_WriteCsvPage(benchmark::State& state) {
  const InFile input(report(state.range(0)));
  std::size_t written = 0;
  for (auto _ : state) {
    const auto file = open_report(input.path);
    written = 0;
    write_results_csv(*file, {}, [&](std::string_view part) { written += part.size(); });
  }
  count(state, written);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond)->Complexity(benchmark::oN);
}
BENCHMARK(BM_ReportAllMetrics)->Apply(sizes);
BENCHMARK(BM_ReportThreeMetrics)->Apply(sizes);
BENCHMARK(BM_ReportInstances)->Apply(sizes);
BENCHMARK(BM_CsvRawPage)->Apply(sizes);
BENCHMARK(BM_WriteCsvPage)->Apply(sizes);
// A raw page of 40 MB.
BENCHMARK(BM_CsvRawPage)->Arg(300)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ncu_regions

BENCHMARK_MAIN();
