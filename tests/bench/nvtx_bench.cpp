// What a range costs the program that opens it. Run plainly: no tool. Under the injection library
// (bench_host_profiler does it): recording. A fixed number of turns: every pair is 48 bytes on
// disk.
#include <benchmark/benchmark.h>
#include <ncu_regions/annotate.h>
#include <nvtx3/nvToolsExt.h>

namespace {

constexpr int kTurns = 500'000;

nvtxEventAttributes_t message() {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  return attributes;
}

void BM_PushPop(benchmark::State& state) {
  for (auto _ : state) {
    nvtxRangePushA("a label of usual length");
    nvtxRangePop();
  }
}
BENCHMARK(BM_PushPop)->Iterations(kTurns)->Repetitions(5)->ReportAggregatesOnly();

// With the file and the line of the range.
void BM_Range(benchmark::State& state) {
  for (auto _ : state) {
    const ncu_regions::Range range("a label of usual length");
  }
}
BENCHMARK(BM_Range)->Iterations(kTurns)->Repetitions(5)->ReportAggregatesOnly();

void BM_PushPopRegisteredInDomain(benchmark::State& state) {
  nvtxDomainHandle_t domain = nvtxDomainCreateA("bench");
  nvtxEventAttributes_t attributes = message();
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = nvtxDomainRegisterStringA(domain, "registered");
  for (auto _ : state) {
    nvtxDomainRangePushEx(domain, &attributes);
    nvtxDomainRangePop(domain);
  }
}
BENCHMARK(BM_PushPopRegisteredInDomain)->Iterations(kTurns)->Repetitions(5)->ReportAggregatesOnly();

void BM_StartEnd(benchmark::State& state) {
  for (auto _ : state) nvtxRangeEnd(nvtxRangeStartA("start/end"));
}
BENCHMARK(BM_StartEnd)->Iterations(kTurns)->Repetitions(5)->ReportAggregatesOnly();

}  // namespace

BENCHMARK_MAIN();
