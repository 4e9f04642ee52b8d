// The report of a file of Google Benchmark.
#include <gtest/gtest.h>

#include "harness/artifacts/benchmark_file.h"
#include "harness/regions/benchmark_tree.h"
#include "harness/render/report.h"
#include "harness/render/report_parts.h"
#include "tests/support/golden.h"

namespace ncu_regions {
namespace {

constexpr char kGoldenFile[] = R"({"context": {}, "benchmarks": [
{"run_name": "sort/10", "run_type": "iteration", "real_time": 25, "cpu_time": 22.5, "time_unit": "us", "bytes_per_second": 3.5e8, "none": NaN},
{"run_name": "sort/10", "run_type": "iteration", "real_time": 26, "cpu_time": 22.75, "time_unit": "us", "bytes_per_second": 3.4e8, "none": NaN},
{"run_name": "odd|`x`<b>\n@all", "run_type": "iteration", "real_time": 0.25, "cpu_time": 0.25, "time_unit": "ns", "a b": 7},
{"run_name": "fails", "run_type": "iteration", "error_occurred": true, "error_message": "no <i>input</i>", "real_time": 0, "cpu_time": 0, "time_unit": "ns"}
]})";

MetricTable benchmark_units() {
  MetricInfo times;
  times.pattern = "benchmark__*_time";
  times.unit = "ns";
  MetricInfo rates;
  rates.pattern = "benchmark__*_per_second";
  rates.unit = "byte/s";
  return MetricTable({times, rates});
}

Verdict benchmark_verdict(const std::string& name, VerdictWord word, const std::string& reason) {
  Verdict verdict;
  verdict.region = benchmark_path(name);
  verdict.declared = written_form(verdict.region);
  verdict.metric = "benchmark__cpu_time";
  verdict.unit = "ns";
  verdict.family = "benchmark_time";
  verdict.word = word;
  verdict.budget = {0.05, 0};
  verdict.budget_origin = "conf/metrics.yaml";
  verdict.reason = reason;
  return verdict;
}

TEST(BenchmarkReport, SaysWhoseTimesTheyAre) {
  const BenchmarkFile file = parse_benchmark_file(kGoldenFile, "bench|1.json");
  const BenchmarkTrees trees = assemble_benchmarks(std::span(&file, 1), benchmark_units());
  RunRecord record;
  record.workload = "bench";
  record.folder = "/runs/bench";
  record.tool = "ncu-regions";
  record.version = "ncu-regions 0.0.0 (abc)";
  record.fingerprint = {{"num_cpus", "2"}};
  Outcome outcome;
  outcome.workload = "bench";
  outcome.kind = to_string(CaptureKind::kBenchmark);
  outcome.device = "host";
  outcome.profiler_reason = "Google Benchmark's own times, read from bench|1.json";
  outcome.baseline = {"baselines/host/bench.default.benchmark.json", true, "abc", "2026-01-02"};
  outcome.spent.head = 2;
  outcome.verdicts = {benchmark_verdict("sort/10", VerdictWord::kSuspect, "slower, perhaps"),
                      benchmark_verdict("odd|`x`<b>\n@all", VerdictWord::kPass, "as before"),
                      benchmark_verdict("fails", VerdictWord::kNotMeasured, "no <i>input</i>")};
  outcome.verdicts[0].baseline = 20'000;
  outcome.verdicts[0].now = 22'625;
  outcome.verdicts[1].baseline = outcome.verdicts[1].now = 0.25;
  const ReportInput input = {record, trees.summary, &outcome};

  expect_golden("render/benchmark.md", report_markdown(input));
  expect_golden("render/benchmark_region.md", region_markdown(input, 0, region_files(input)[0]));
  expect_golden("render/benchmark.json", report_json(input));
  expect_golden("render/benchmark.txt", benchmark_text(trees.summary));
}

}  // namespace
}  // namespace ncu_regions
