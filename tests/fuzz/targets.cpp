#include "tests/fuzz/targets.h"

#include <cstdlib>
#include <string>

#include "harness/artifacts/benchmark_file.h"
#include "harness/artifacts/host_capture.h"
#include "harness/artifacts/ncu_csv/reader.h"
#include "harness/artifacts/ncu_rep/reader.h"
#include "harness/artifacts/report_outline.h"
#include "harness/compare/baseline.h"
#include "harness/core/error.h"
#include "harness/regions/benchmark_tree.h"
#include "harness/regions/kernel_counts.h"
#include "harness/regions/report_regions.h"
#include "harness/regions/result_tree.h"
#include "harness/runs/baseline_file.h"
#include "tests/fuzz/unless_refused.h"

namespace ncu_regions::fuzz {
namespace {

// What consumers do with a result: indices are followed, texts copied.
std::size_t look_at(const ReportFile& file, const ReportResult& result) {
  std::size_t sum = result.name.size() + result.process.name().size();
  for (const ReportMetric& metric : result.metrics) {
    sum += file.names()[metric.name].size() + file.unit(metric.name).size();
    if (const auto* text = std::get_if<std::string_view>(&metric.value)) {
      sum += std::string(*text).size();
    }
    for (std::uint32_t i = 0; i < metric.instances; ++i) {
      sum += result.instances.at(metric.first_instance + i).value.index();
    }
  }
  for (const RuleMessage& rule : result.rules) sum += std::string(rule.text).size();
  for (const ReportSection& section : result.sections) sum += std::string(section.name).size();
  return sum;
}

MetricInfo rule(const std::string& pattern, RollUp roll_up) {
  MetricInfo info;
  info.pattern = pattern;
  info.roll_up = info.across = roll_up;
  if (roll_up == RollUp::kMean) info.weights = {"gpu__time_duration.sum"};
  return info;
}

void read_both_ways(ReportFile& file) {
  outline_of(file, {});
  Selection everything;
  everything.instances = everything.rules = everything.sections = true;
  ResultTreeBuilder tree;
  std::size_t sum = 0;
  file.read(everything, [&](const ReportResult& result) {
    tree.add(result);
    sum += look_at(file, result);
  });
  Selection some;
  some.all_metrics = false;
  some.metrics = {"gpu__*", "m"};
  file.read(some, [&](const ReportResult& result) { sum += look_at(file, result); });
  tree.take();
  // Roll-ups of every sort, with every metric and with the usual ones.
  static const MetricTable kTable({rule("*.sum", RollUp::kSum), rule("*.max", RollUp::kMax),
                                   rule("*.pct", RollUp::kMean), rule("*", RollUp::kSame)});
  ShownSettings shown;
  assemble_reports({{{&file, std::nullopt}}, {}, kTable, shown});
  shown.metrics = {"*"};
  shown.kernels.general.exclude = {"regex:a+b"};
  assemble_reports({{{&file, 1}}, {"step"}, kTable, shown});
}

}  // namespace

void read_ncu_report(std::string_view bytes) {
  unless_refused([&] { read_both_ways(*open_report_bytes(bytes, "fuzz.ncu-rep")); });
  // Past the front door: most bytes have no magic.
  unless_refused([&] {
    const std::string whole = std::string("NVR\0\2\0\0\0\x08\7", 10) + std::string(bytes);
    read_both_ways(*open_ncu_report(std::make_unique<InputFile>(std::string_view(whole)), "f"));
  });
}

void read_ncu_csv(std::string_view bytes) {
  unless_refused(
      [&] { read_both_ways(*open_ncu_csv(std::make_unique<InputFile>(bytes), "fuzz.csv")); });
}

void read_host_capture(std::string_view bytes) {
  unless_refused([&] {
    const std::vector<Capture> captures(2, parse_host_capture(bytes, "fuzz.jsonl"));
    const RegionTree tree = assemble_regions(captures);
    const std::optional<ShownMetric> instructions = kernel_instructions(tree);
    std::vector<const ShownMetric*> metrics;
    if (instructions) metrics.push_back(&*instructions);
    for (std::size_t i = 0; i < tree.regions.size() && i < 100; ++i) {
      kernels_in(tree, Where::kBelow, i, metrics);
    }
  });
}

void read_benchmark_file(std::string_view bytes) {
  unless_refused([&] {
    const std::vector<BenchmarkFile> files(2, parse_benchmark_file(bytes, "fuzz.json"));
    const BenchmarkTrees trees = assemble_benchmarks(files, MetricTable());
    for (const RegionTree& tree : trees.samples) {
      for (const Region& region : tree.regions) {
        if (parse_written_form(written_form(region.path)) != region.path) std::abort();
      }
    }
  });
}

void read_baseline(std::string_view bytes) {
  unless_refused([&] {
    const std::string text = to_text(parse_baseline(std::string(bytes), "fuzz.json"));
    if (to_text(parse_baseline(text, "again.json")) != text) std::abort();
  });
}

}  // namespace ncu_regions::fuzz
