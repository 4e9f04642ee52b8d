// From reports to region reports: reading, assembling and writing everything, by number of
// launches. Inputs are synthetic: 30 regions nested three deep, 20 kernels, 1,200 metrics per
// launch. Process: the program itself as a child, with its peak memory; the others inside this one.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <map>

#include "harness/core/files.h"
#include "harness/pipeline/report_files.h"
#include "tests/bench/child.h"
#include "tests/support/report_writer.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

constexpr int kMetrics = 1'200;
constexpr int kRegions = 30;
constexpr std::int64_t kChunk = 300;

std::vector<std::string> stack_of(int region) {
  const std::string top = "step" + std::to_string(region / 6);
  if (region % 6 == 0) return {top};
  const std::string middle = top + "::layer" + std::to_string(region % 6 / 3);
  if (region % 3 == 0) return {top, middle};
  return {top, middle, "block" + std::to_string(region % 3)};
}

fixture::Result launch(int number) {
  fixture::Result result;
  result.function = "kernel" + std::to_string(number % 20);
  result.demangled = result.function + "(float const*, float*, int)";
  result.mangled = "_Z" + result.function;
  result.nvtx = fixture::nvtx_stack(stack_of(number % kRegions));
  result.metrics.push_back({"gpu__time_duration.sum", 1000.0 + number, {}});
  for (int i = 1; i < kMetrics; ++i) {
    const std::string name = "unit" + std::to_string(i) + "__counter" +
                             (i % 4 == 0 ? ".avg.pct_of_peak_sustained_elapsed" : ".sum");
    result.metrics.push_back({name, number * 3.25 + i, {}});
  }
  return result;
}

// A file of that many launches: blocks of 300, the same again and again.
const std::filesystem::path& input(std::int64_t launches) {
  static const TempFolder folder;
  static std::map<std::int64_t, std::filesystem::path> files;
  if (const auto found = files.find(launches); found != files.end()) return found->second;
  fixture::ReportWriter writer;
  for (int i = 0; i < std::min(launches, kChunk); ++i) writer.add(launch(i));
  const std::string bytes = writer.bytes();
  const std::filesystem::path path = folder / (std::to_string(launches) + ".ncu-rep");
  std::FILE* file = std::fopen(path.c_str(), "wb");
  constexpr std::size_t kHeader = 10;  // magic, size and version: once
  std::fwrite(bytes.data(), 1, kHeader, file);
  for (std::int64_t i = 0; i < launches; i += kChunk) {
    std::fwrite(bytes.data() + kHeader, 1, bytes.size() - kHeader, file);
  }
  std::fclose(file);
  return files[launches] = path;
}

std::vector<std::string> ten_metrics() {
  std::vector<std::string> names = {"gpu__time_duration.sum"};
  for (int i = 1; i < 10; ++i)
    names.push_back(launch(0).metrics[static_cast<std::size_t>(i * 7)].name);
  return names;
}

void report(benchmark::State& state, const std::vector<std::string>& metrics) {
  FilesRequest request;
  request.files = {input(state.range(0)).string()};
  request.settings = default_settings();
  request.settings.shown.metrics = metrics;
  for (auto _ : state) {
    state.PauseTiming();
    {
      const TempFolder out;  // each time another: nothing is there already
      request.folder = out / "report";
      state.ResumeTiming();
      benchmark::DoNotOptimize(report_on_files(request));
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetComplexityN(state.range(0));
}

void BM_UsualMetrics(benchmark::State& state) { report(state, {}); }
void BM_TenMetrics(benchmark::State& state) { report(state, ten_metrics()); }
void BM_AllMetrics(benchmark::State& state) { report(state, {"*"}); }

void BM_Process(benchmark::State& state) {
  const TempFolder out;
  std::string metrics;
  for (const std::string& name : ten_metrics()) metrics += (metrics.empty() ? "" : ",") + name;
  const std::vector<std::string> argv = {NCU_REGIONS_BENCH_CLI,
                                         "report",
                                         "--metrics",
                                         metrics,
                                         "--out",
                                         (out / "report").string(),
                                         input(state.range(0)).string()};
  double megabytes = 0;
  for (auto _ : state) {
    const ChildCost cost = run_child(argv, out.path().string());
    if (cost.exit_code != 0) state.SkipWithError("the program failed");
    megabytes = std::max(megabytes, cost.megabytes);
  }
  state.counters["peak_MB"] = megabytes;
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// 30 regions with 300 launches each are 9,000; 300 in all are 300.
BENCHMARK(BM_UsualMetrics)->Arg(300)->Arg(9'000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_AllMetrics)->Arg(300)->Arg(9'000)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_TenMetrics)
    ->Arg(300)
    ->Arg(9'000)
    ->Arg(30'000)
    ->Arg(99'900)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(BM_Process)->Arg(9'000)->Arg(99'900)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace ncu_regions

BENCHMARK_MAIN();
