// What the host profiler costs whole programs. Everything is timed from outside, in processes of
// its own, because NVTX loads a tool once per process.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/bench/child.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

std::vector<std::string> recording(const std::string& events) {
  return {"NVTX_INJECTION64_PATH=" NCU_REGIONS_BENCH_LIBRARY, "NCU_REGIONS_EVENTS=" + events};
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Nanoseconds per pair that bench_nvtx reports: the median of its repetitions.
double pair_ns(const std::vector<std::string>& variables, const std::string& folder) {
  const ChildCost cost = run_child(
      {NCU_REGIONS_BENCH_NVTX, "--benchmark_filter=BM_PushPop/", "--benchmark_format=json"}, folder,
      variables);
  const std::string text = text_of(folder + "/output.txt");
  const Json result =
      Json::parse(text.substr(std::min(text.find('{'), text.size())), nullptr, false);
  if (cost.exit_code != 0 || !result.is_object()) return -1;
  for (const Json& run : result.at("benchmarks")) {
    if (run.value("aggregate_name", "") == "median") return run.at("cpu_time").get<double>();
  }
  return -1;
}

void BM_PushPopPair(benchmark::State& state) {
  const bool with_library = state.range(0) != 0;
  for (auto _ : state) {
    const TempFolder folder;
    const double ns = pair_ns(with_library ? recording(folder.path()) : std::vector<std::string>(),
                              folder.path());
    if (ns < 0) return state.SkipWithError("bench_nvtx failed");
    state.SetIterationTime(ns * 1e-9);
  }
}
BENCHMARK(BM_PushPopPair)
    ->ArgName("recording")
    ->Arg(0)
    ->Arg(1)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kNanosecond);

// CPU time of plain and recording runs that take turns, so that both see the same machine; the
// quickest of each.
void BM_TimingPassOfShallowResnet(benchmark::State& state) {
  const std::vector<std::string> argv = {NCU_REGIONS_BENCH_RESNET, "--iterations", "100"};
  double plain = 1e9;
  double recorded = 1e9;
  for (auto _ : state) {
    const TempFolder folder;
    plain = std::min(plain, run_child(argv, folder.path()).cpu_seconds);
    recorded =
        std::min(recorded, run_child(argv, folder.path(), recording(folder.path())).cpu_seconds);
  }
  state.counters["plain_s"] = plain;
  state.counters["recorded_s"] = recorded;
  state.counters["slowdown_percent"] = 100 * (recorded / plain - 1);
}
BENCHMARK(BM_TimingPassOfShallowResnet)->Iterations(30)->Unit(benchmark::kMillisecond);

// Seconds of the counting pass alone, as run.json tells it; negative when it was not taken.
double counting_seconds(const std::string& count, const std::string& depth) {
  const TempFolder folder;
  run_child({NCU_REGIONS_BENCH_CLI, "check", "--name", "b", "--region", "bench",
             "metrics=[host__inst_executed.sum]", "--", NCU_REGIONS_BENCH_RANGES, count, depth},
            folder.path());
  const Json run = Json::parse(text_of(folder.path() / "ncu-regions/b/run.json"), nullptr, false);
  if (!run.is_object() || run.at("captures").size() < 2) return -1;
  return run.at("captures").at(1).at("seconds").get<double>();
}

// The slope between few and many boundaries: the start of valgrind is in neither.
void BM_CountedBoundary(benchmark::State& state) {
  constexpr int kFew = 1'000;
  constexpr int kMany = 11'000;
  const std::string depth = std::to_string(state.range(0));
  for (auto _ : state) {
    const double few = counting_seconds(std::to_string(kFew), depth);
    const double many = counting_seconds(std::to_string(kMany), depth);
    if (few < 0 || many < 0) return state.SkipWithError("no counting pass: is valgrind installed?");
    state.SetIterationTime((many - few) / (2.0 * (kMany - kFew)));
  }
}
BENCHMARK(BM_CountedBoundary)
    ->ArgName("depth")
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMicrosecond);

// A million ranges, recorded, read and assembled; the program itself is part of the time.
void BM_MillionRanges(benchmark::State& state) {
  double megabytes = 0;
  for (auto _ : state) {
    const TempFolder folder;
    const ChildCost cost =
        run_child({NCU_REGIONS_BENCH_CLI, "discover", "--run", folder.path() / "r",
                   NCU_REGIONS_BENCH_RANGES, "1000000", "1"},
                  folder.path());
    if (cost.exit_code != 0) return state.SkipWithError("discover failed");
    megabytes = std::max(megabytes, cost.megabytes);
    state.counters["file_MB"] =
        static_cast<double>(std::filesystem::file_size(folder.path() / "r/capture.host.jsonl")) /
        1e6;
  }
  state.counters["peak_MB"] = megabytes;
}
BENCHMARK(BM_MillionRanges)->Iterations(3)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace ncu_regions

BENCHMARK_MAIN();
