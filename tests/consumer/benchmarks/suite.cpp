// Benchmarks as they stand in many projects: plain, with arguments, fixtures, templates, lambdas,
// threads.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace {

#ifdef MORE_TO_SORT
constexpr std::size_t kMore = 100;
#else
constexpr std::size_t kMore = 0;
#endif

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> values(count);
  std::uint32_t state = 1;
  for (std::uint32_t& value : values) value = state = state * 1664525u + 1013904223u;
  return values;
}

void BM_Sum(benchmark::State& state) {
  const auto values = numbers(5000);
  for (auto _ : state) {
    benchmark::DoNotOptimize(std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
  }
}
BENCHMARK(BM_Sum);

void BM_Sort(benchmark::State& state) {
  const auto values = numbers(static_cast<std::size_t>(state.range(0)) + kMore);
  for (auto _ : state) {
    auto sorted = values;
    std::sort(sorted.begin(), sorted.end());
    benchmark::DoNotOptimize(sorted.data());
  }
}
BENCHMARK(BM_Sort)->Arg(500);

void BM_Fill(benchmark::State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto columns = static_cast<std::size_t>(state.range(1));
  for (auto _ : state) {
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<int> values(columns, 7);
      benchmark::DoNotOptimize(values.data());
    }
  }
}
BENCHMARK(BM_Fill)->ArgNames({"rows", "columns"})->Args({8, 64})->Args({64, 8});

void BM_Append(benchmark::State& state) {
  std::string text;
  while (state.KeepRunning()) {
    for (int i = 0; i < 300; ++i) text += std::to_string(i);
  }
}
BENCHMARK(BM_Append)->Iterations(3);

void BM_Batches(benchmark::State& state) {
  auto values = numbers(1000);
  while (state.KeepRunningBatch(10)) {
    for (int i = 0; i < 10; ++i) std::reverse(values.begin(), values.end());
  }
}
BENCHMARK(BM_Batches);

template <typename T>
void BM_Iota(benchmark::State& state) {
  std::vector<T> values(1000);
  for (auto _ : state) {
    std::iota(values.begin(), values.end(), T{1});
    benchmark::DoNotOptimize(values.data());
  }
}
BENCHMARK_TEMPLATE(BM_Iota, double);

class Table : public benchmark::Fixture {
 public:
  void SetUp(benchmark::State&) override { values_ = numbers(100000); }
  void TearDown(benchmark::State&) override { values_.clear(); }

 protected:
  std::vector<std::uint32_t> values_;
};

BENCHMARK_F(Table, Find)(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(std::find(values_.begin(), values_.begin() + 2000, 0u));
  }
}

void BM_OnThreads(benchmark::State& state) {
  const auto values = numbers(3000);
  for (auto _ : state) {
    benchmark::DoNotOptimize(std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
  }
}
BENCHMARK(BM_OnThreads)->Threads(2)->UseRealTime();

const auto* const kLambda =
    benchmark::RegisterBenchmark("lambda/rotate", [](benchmark::State& state) {
      auto values = numbers(1000);
      for (auto _ : state) std::rotate(values.begin(), values.begin() + 1, values.end());
    });

}  // namespace
