// Benchmarks of every sort that Google Benchmark writes into its JSON files. What they measure is
// of no account.
#include <benchmark/benchmark.h>

#include <cstring>
#include <limits>

namespace {

void work(benchmark::State& state) {
  const auto steps = state.range(0) + 1;
  for (auto _ : state) {
    double value = 1;
    for (std::int64_t i = 0; i < steps; ++i) benchmark::DoNotOptimize(value *= 1.5);
  }
  state.SetItemsProcessed(state.iterations() * steps);
  state.SetBytesProcessed(state.iterations() * steps * 8);
  state.counters["steps"] = static_cast<double>(steps);
  state.SetComplexityN(steps);
}
BENCHMARK(work)->DenseRange(0, 9);

void grows(benchmark::State& state) { work(state); }
BENCHMARK(grows)->Arg(8)->Arg(64)->Complexity(benchmark::oN);

void shared(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(&state);
}
BENCHMARK(shared)->Threads(2)->UseRealTime()->Unit(benchmark::kMicrosecond);

void by_hand(benchmark::State& state) {
  for (auto _ : state) state.SetIterationTime(0.25);
}
BENCHMARK(by_hand)->UseManualTime()->Iterations(3)->Unit(benchmark::kSecond);
BENCHMARK(by_hand)
    ->Name("milliseconds")
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

void fails(benchmark::State& state) {
  state.SkipWithError("no \"input\" | <b>here</b>");
  for (auto _ : state) {
  }
}
BENCHMARK(fails);

void counts(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(&state);
  state.counters["nan"] = std::numeric_limits<double>::quiet_NaN();
  state.counters["inf"] = std::numeric_limits<double>::infinity();
  state.counters["minus"] = -std::numeric_limits<double>::infinity();
  state.counters["huge"] = 1e300;
  state.counters["a b|<c>"] = 7;
  state.counters["GB/s"] = 3;
  state.counters["real_time"] = -1;  // the name of a field
}
BENCHMARK(counts);

struct Memory : benchmark::MemoryManager {
  void Start() override {}
  void Stop(Result* result) override {
    result->num_allocs = 6;
    result->max_bytes_used = 4096;
  }
};

}  // namespace

int main(int argc, char** argv) {
  Memory memory;
  if (argc > 1 && std::strcmp(argv[1], "memory") == 0) benchmark::RegisterMemoryManager(&memory);
  benchmark::RegisterBenchmark("odd|`x`<img src=x>\n::error::@all/\x01\xff", shared);
  benchmark::RegisterBenchmark("two", shared);
  benchmark::RegisterBenchmark("two", shared);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
