// From event files to the region tree, by number of ranges: it has to grow linearly.
#include <benchmark/benchmark.h>

#include <cstring>

#include "harness/artifacts/host_capture.h"
#include "harness/core/files.h"
#include "harness/host/capture_file.h"
#include "harness/host/events.h"
#include "harness/regions/region_tree.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

template <typename T>
void append(std::string& text, const T& value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// What the library writes for one thread that opens `ranges` ranges, nested two deep, ten labels.
void write_events(const std::filesystem::path& folder, std::uint64_t ranges) {
  host::NamesHeader names = {};
  std::memcpy(names.magic, host::kNamesMagic, sizeof(names.magic));
  std::string text;
  append(text, names);
  for (int i = 0; i < 10; ++i) {
    append(text, host::NameRecord{host::NameKind::kLabel, 8});
    text += "label  " + std::to_string(i);
  }
  write_file(folder / "1-0.names", text);
  std::string events;
  for (std::uint64_t i = 0; i < ranges; ++i) {
    const std::uint32_t label = 1 + static_cast<std::uint32_t>(i % 10);
    const bool inner = i % 2 == 1;
    append(events, host::Event{i * 10, 0, label, 0, host::EventKind::kPush, 0});
    if (inner) append(events, host::Event{i * 10 + 5, 0, 0, 0, host::EventKind::kPop, 0});
    if (inner) append(events, host::Event{i * 10 + 6, 0, 0, 0, host::EventKind::kPop, 0});
  }
  const std::uint64_t windows = events.size() / sizeof(host::Event) / host::kTailCapacity;
  const std::size_t full = windows * host::kTailCapacity * sizeof(host::Event);
  host::TailHeader tail = {};
  std::memcpy(tail.magic, host::kTailMagic, sizeof(tail.magic));
  tail.capacity = host::kTailCapacity;
  tail.state = windows << 32 | (events.size() - full) / sizeof(host::Event);
  std::string last;
  append(last, tail);
  last += events.substr(full);
  last.resize(host::kTailBytes);
  write_file(folder / "1-0.0.tail", last);
  write_file(folder / "1-0.0.events", events.substr(0, full));
}

void BM_EventsToRegions(benchmark::State& state) {
  const TempFolder folder;
  write_events(folder.path(), static_cast<std::uint64_t>(state.range(0)));
  for (auto _ : state) {
    host::write_host_capture({HostPass::kTime, false, folder.path(), {}, ""}, folder / "c.jsonl");
    const Capture capture = read_host_capture(folder / "c.jsonl");
    benchmark::DoNotOptimize(assemble_regions(std::span(&capture, 1)));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_EventsToRegions)
    ->RangeMultiplier(10)
    ->Range(1'000, 1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace ncu_regions

BENCHMARK_MAIN();
