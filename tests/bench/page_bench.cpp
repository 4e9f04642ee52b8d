// report.html of a run in memory: how long it takes, and how large it is.
#include <benchmark/benchmark.h>

#include "harness/render/page/page.h"
#include "tests/support/page_fixture.h"

namespace ncu_regions {
namespace {

// Regions, metrics.
void BM_ReportPage(benchmark::State& state) {
  PageShape shape;
  shape.regions = static_cast<std::size_t>(state.range(0));
  shape.metrics = static_cast<std::size_t>(state.range(1));
  shape.red_every = 10;
  const PageFixture fixture = page_fixture(shape);
  std::size_t bytes = 0;
  for (auto _ : state) bytes = report_html(fixture.input()).size();
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(BM_ReportPage)
    ->Args({10, 4})
    ->Args({1000, 20})
    ->Args({5000, 20})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ncu_regions

BENCHMARK_MAIN();
