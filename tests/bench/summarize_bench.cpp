// One comment from many runs: from the JSON files on disk to Markdown.
#include <benchmark/benchmark.h>

#include "harness/core/files.h"
#include "harness/pipeline/run_folder.h"
#include "harness/pipeline/summary.h"
#include "harness/runs/explain_file.h"
#include "harness/runs/outcome_file.h"
#include "tests/support/comment_fixture.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

constexpr int kRegions = 30;

// A run with every other region worse and explained, and the samples that verdicts keep.
void write_run(const std::filesystem::path& folder, const std::string& name) {
  std::vector<Verdict> verdicts;
  for (int i = 0; i < kRegions; ++i) {
    for (const char* metric : {"gpu__time_duration.sum", "smsp__inst_executed.sum",
                               "dram__bytes_read.sum", "region__kernel_launches"}) {
      const bool is_worse = i % 2 == 0;
      const double now = is_worse ? 1.1e6 + i : 1e6;
      Verdict verdict =
          a_verdict({"outer", "region_" + std::to_string(i)},
                    is_worse ? VerdictWord::kRegressed : VerdictWord::kPass, 1e6, now);
      verdict.metric = metric;
      verdict.baseline_samples = Samples(10, 1e6);
      verdict.now_samples = Samples(10, now);
      verdict.captures = 10;
      verdicts.push_back(std::move(verdict));
    }
  }
  WorkloadResult result = a_workload(name, verdicts);
  for (const Verdict& verdict : verdicts) {
    if (verdict.word == VerdictWord::kPass) continue;
    result.run->explained.explanations.push_back(an_explanation(verdict, "void gemm<float>(int)"));
  }
  make_folder(folder);
  write_run_record(run_record_file(folder), result.run->record);
  write_explained(explain_file(folder), result.run->explained);
  write_outcome(outcome_file(folder), result.run->outcome);
}

void BM_Summarize(benchmark::State& state) {
  const TempFolder folder;
  for (int i = 0; i < state.range(0); ++i) {
    write_run(folder / ("run_" + std::to_string(i)), "workload_" + std::to_string(i));
  }
  std::size_t bytes = 0;
  for (auto _ : state) {
    const Summary summary = summarize_folders({folder.path()});
    bytes = comment_markdown(summary.workloads, {}).size();
    benchmark::DoNotOptimize(bytes);
  }
  state.counters["comment_bytes"] = static_cast<double>(bytes);
}
BENCHMARK(BM_Summarize)->Arg(1)->Arg(50)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ncu_regions

BENCHMARK_MAIN();
