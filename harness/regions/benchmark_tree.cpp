#include "harness/regions/benchmark_tree.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/core/median.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

using Repetitions = std::vector<double>;  // one per repetition; NaN: none

// One benchmark, in all files.
struct Series {
  std::string name;
  std::size_t repetitions = 0;
  std::map<std::string, Repetitions> metrics;
  std::string why_not;  // empty: it ran
};

class Collector {
 public:
  std::vector<Series> collect(std::span<const BenchmarkFile> files) {
    for (const BenchmarkFile& file : files) {
      registered_.clear();
      for (const BenchmarkRow& row : file.rows) add(file, row);
    }
    for (Series& series : all_) {
      for (auto& [metric, values] : series.metrics) {
        values.resize(series.repetitions, std::numeric_limits<double>::quiet_NaN());
      }
    }
    return std::move(all_);
  }

 private:
  void add(const BenchmarkFile& file, const BenchmarkRow& row) {
    const auto [found, is_new] = numbers_.emplace(row.name, all_.size());
    if (is_new) all_.push_back({row.name, 0, {}, ""});
    Series& series = all_[found->second];
    const auto [first, is_first] =
        registered_.emplace(row.name, std::pair(row.family, row.instance));
    if (!is_first && first->second != std::pair(row.family, row.instance)) {
      series.why_not = "two benchmarks have this name, and their repetitions cannot be told apart";
    }
    if (row.is_failed && series.why_not.empty()) {
      series.why_not = "the benchmark did not run" +
                       (row.message.empty() ? std::string() : ": " + printable(row.message));
    }
    for (const auto& [column, value] : row.values) {
      Repetitions& values = series.metrics[file.metrics[column]];
      values.resize(series.repetitions, std::numeric_limits<double>::quiet_NaN());
      values.push_back(value);
    }
    ++series.repetitions;
  }

  std::vector<Series> all_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, std::pair<std::optional<std::uint64_t>, std::optional<std::uint64_t>>>
      registered_;  // in one file
};

// Not infinite, and far enough from it for sums.
bool is_number(double value) { return std::abs(value) < 1e306; }

Repetitions numbers(std::span<const double> values) {
  Repetitions result;
  for (const double value : values) {
    if (is_number(value)) result.push_back(value);
  }
  return result;
}

// At most so many: medians of neighbours, in groups whose sizes differ by one at most.
Repetitions folded(const Repetitions& values) {
  if (values.size() <= kMostSamples) return values;
  Repetitions result;
  for (std::size_t i = 0; i < kMostSamples; ++i) {
    const std::size_t begin = i * values.size() / kMostSamples;
    const std::size_t end = (i + 1) * values.size() / kMostSamples;
    const Repetitions group = numbers(std::span(values).subspan(begin, end - begin));
    result.push_back(group.empty() ? std::numeric_limits<double>::quiet_NaN() : median(group));
  }
  return result;
}

Region new_region(const Series& series, std::size_t number) {
  Region region;
  region.path = benchmark_path(series.name);
  region.end = number + 1;
  if (series.why_not.empty()) return region;
  for (const std::string_view metric : {kBenchmarkTimeMetric, kBenchmarkCpuTimeMetric}) {
    region.not_measured[std::string(metric)] = series.why_not;
  }
  return region;
}

void set_value(Region& region, const std::string& metric, const std::optional<Totals>& totals) {
  region.all.metrics[metric] = totals.value_or(Totals());
  if (!totals) region.not_measured[metric] = "Google Benchmark wrote no number for it";
}

Totals over_repetitions(const Repetitions& measured, std::size_t repetitions) {
  Totals totals;
  const auto [least, most] = std::ranges::minmax(measured);
  double mean = 0;
  for (const double value : measured) mean += value / static_cast<double>(measured.size());
  totals.inclusive = median(measured);
  totals.results = repetitions;
  totals.measured = measured.size();
  totals.each = {least, mean, most};
  return totals;
}

RegionTree empty_tree() {
  RegionTree tree;
  tree.kind = CaptureKind::kBenchmark;
  tree.has_instances = false;
  tree.time_metric = kBenchmarkTimeMetric;
  return tree;
}

RegionTree summary_of(std::span<const Series> all) {
  RegionTree tree = empty_tree();
  for (const Series& series : all) {
    Region region = new_region(series, tree.regions.size());
    for (const auto& [metric, values] : series.metrics) {
      if (!series.why_not.empty()) break;
      const Repetitions measured = numbers(values);
      set_value(region, metric,
                measured.empty() ? std::nullopt
                                 : std::optional(over_repetitions(measured, values.size())));
    }
    tree.regions.push_back(std::move(region));
  }
  index_groups(tree);
  return tree;
}

RegionTree sample_of(std::span<const Series> all, std::size_t sample) {
  RegionTree tree = empty_tree();
  for (const Series& series : all) {
    if (sample >= std::max<std::size_t>(series.repetitions, 1)) continue;
    Region region = new_region(series, tree.regions.size());
    for (const auto& [metric, values] : series.metrics) {
      if (!series.why_not.empty()) break;
      Totals totals;
      totals.inclusive = values[sample];
      totals.results = totals.measured = 1;
      set_value(region, metric, is_number(values[sample]) ? std::optional(totals) : std::nullopt);
    }
    tree.regions.push_back(std::move(region));
  }
  index_groups(tree);
  return tree;
}

void show_metric(RegionTree& tree, const std::string& name, const MetricTable& metrics) {
  if (std::ranges::find(tree.shown, name, &ShownMetric::name) != tree.shown.end()) return;
  ShownMetric metric;
  metric.name = name;
  metric.unit = metrics.rule_of(name).unit;
  metric.column = tree.rows.columns.size();
  tree.rows.columns.push_back(name);
  tree.shown.push_back(std::move(metric));
}

std::vector<std::string> names_in(const RegionTree& tree, std::size_t all) {
  std::vector<std::string> names;
  if (tree.regions.size() == all) return names;
  for (const Region& region : tree.regions) names.push_back(written_form(region.path));
  return names;
}

}  // namespace

RegionPath benchmark_path(const std::string& name) {
  std::vector<std::string> labels = split(name, '/');
  const bool is_plain = std::ranges::none_of(labels, &std::string::empty);
  return {"", is_plain ? std::move(labels) : std::vector<std::string>{name}};
}

BenchmarkTrees assemble_benchmarks(std::span<const BenchmarkFile> files,
                                   const MetricTable& metrics) {
  std::vector<Series> all = Collector().collect(files);
  BenchmarkTrees trees;
  trees.summary = summary_of(all);
  for (const BenchmarkFile& file : files) {
    trees.summary.rows.sources.push_back(file.name);
    for (const std::string& metric : file.metrics) show_metric(trees.summary, metric, metrics);
  }
  std::size_t most = 1;
  std::size_t longest = 0;
  for (Series& series : all) {
    longest = std::max(longest, series.repetitions);
    series.repetitions = std::min(series.repetitions, kMostSamples);
    for (auto& [metric, values] : series.metrics) values = folded(values);
    if (series.why_not.empty()) most = std::max(most, series.repetitions);
  }
  if (longest > kMostSamples) {
    trees.notes.push_back("up to " + std::to_string(longest) +
                          " repetitions: of benchmarks with more than " +
                          std::to_string(kMostSamples) + ", medians of neighbours are judged, " +
                          std::to_string(kMostSamples) + " of each");
  }
  for (std::size_t i = 0; i < most; ++i) {
    trees.samples.push_back(sample_of(all, i));
    trees.regions.push_back(names_in(trees.samples.back(), all.size()));
  }
  return trees;
}

}  // namespace ncu_regions
