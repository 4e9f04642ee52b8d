#include <benchmark/benchmark.h>

#include <cstdio>

namespace {

volatile int sink;

void work(int times) {
  for (int i = 0; i < times; ++i) sink = i;
}

// A hundred times as much before, between and behind.
void BM_Narrow(benchmark::State& state) {
  work(100000);
  for (auto _ : state) {
    state.PauseTiming();
    work(100000);
    state.ResumeTiming();
    work(1000);
  }
  work(100000);
}
BENCHMARK(BM_Narrow);

// Runs again with more iterations: how many of them is a matter of time.
void BM_Calibrated(benchmark::State& state) {
  for (auto _ : state) work(1000);
}
BENCHMARK(BM_Calibrated)->MinTime(0.01);

// Arguments that its constructor sets.
class Configured : public benchmark::Fixture {
 public:
  Configured() {
    Args({3, 4});
    ArgNames({"a", "b"});
    Threads(2);
  }
};
BENCHMARK_F(Configured, Works)(benchmark::State& state) {
  for (auto _ : state) {
    volatile int own = 0;
    for (int i = 0; i < 100 * state.range(0) * state.range(1); ++i) own = i;
    benchmark::DoNotOptimize(own);
  }
}

void BM_FailsBefore(benchmark::State& state) {
  state.SkipWithError("no <input> file");
  for (auto _ : state) work(1000);
}
BENCHMARK(BM_FailsBefore);

void BM_FailsInside(benchmark::State& state) {
  for (auto _ : state) {
    work(1000);
    state.SkipWithError("out of memory");
    break;
  }
}
BENCHMARK(BM_FailsInside);

void BM_FailsBehind(benchmark::State& state) {
  for (auto _ : state) work(1000);
  state.SkipWithError("a wrong result");
}
BENCHMARK(BM_FailsBehind);

// Two of one name, function and arguments.
void BM_Twice(benchmark::State& state) {
  for (auto _ : state) work(1000);
}
BENCHMARK(BM_Twice);
BENCHMARK(BM_Twice)->Iterations(2);

}  // namespace

int main(int argc, char** argv) {
  std::puts("[odd] a line of its own; and more");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
