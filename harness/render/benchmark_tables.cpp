#include "harness/render/benchmark_tables.h"

#include <cstdio>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report_tables.h"
#include "harness/render/table_text.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostCounterRows = 1'000;
constexpr std::size_t kBenchmarkName = 120;

const Totals* measured_totals(const Region& region, std::string_view metric) {
  const auto found = region.all.metrics.find(std::string(metric));
  const bool is_there = found != region.all.metrics.end() && found->second.inclusive;
  return is_there ? &found->second : nullptr;
}

bool is_time_metric(std::string_view metric) {
  return metric == kBenchmarkTimeMetric || metric == kBenchmarkCpuTimeMetric;
}

std::string median_cell(const Region& region, std::string_view metric) {
  const Totals* totals = measured_totals(region, metric);
  return totals == nullptr ? "not measured" : number_text(*totals->inclusive, "ns");
}

// From the smallest to the largest, as a share of the median.
std::string spread_cell(const Totals* totals) {
  if (totals == nullptr || !totals->each || *totals->inclusive == 0) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f %%",
                100 * (totals->each->max - totals->each->min) / *totals->inclusive);
  return text;
}

std::vector<std::string> time_cells(const Region& region) {
  const Totals* time = measured_totals(region, kBenchmarkTimeMetric);
  return {median_cell(region, kBenchmarkTimeMetric), median_cell(region, kBenchmarkCpuTimeMetric),
          spread_cell(time), time == nullptr ? "-" : count(time->measured)};
}

}  // namespace

std::string benchmark_summary(const RegionTree& tree, const std::vector<RegionFiles>& files) {
  MarkdownTable table;
  table.text("Benchmark").number("Real time").number("CPU time").number("Spread");
  table.number("Repetitions");
  for (const std::size_t i : regions_to_show(tree, kMostRegionRows)) {
    const std::string name =
        markdown_name(short_name(display_form(tree.regions[i].path), kBenchmarkName));
    std::vector<std::string> cells = time_cells(tree.regions[i]);
    cells.insert(cells.begin(),
                 files[i].markdown.empty() ? name : "[" + name + "](" + files[i].markdown + ")");
    table.add(std::move(cells));
  }
  std::string text = table.str();
  if (tree.regions.size() > kMostRegionRows) {
    text += "\n" + count(tree.regions.size()) + " benchmarks: the " + count(kMostRegionRows) +
            " that took longest are shown; report.json has all of them.\n";
  }
  return text;
}

std::string benchmark_further(const RegionTree& tree) {
  MarkdownTable table;
  table.text("Benchmark").text("Metric").number("Median").number("Smallest").number("Largest");
  std::size_t rows = 0;
  for (const Region& region : tree.regions) {
    for (const ShownMetric& metric : tree.shown) {
      const Totals* totals = measured_totals(region, metric.name);
      if (is_time_metric(metric.name) || totals == nullptr) continue;
      if (++rows > kMostCounterRows) continue;
      table.add({region_cell(region), markdown_name(metric.name),
                 markdown_text(number_text(*totals->inclusive, metric.unit)),
                 markdown_text(number_text(totals->each->min, metric.unit)),
                 markdown_text(number_text(totals->each->max, metric.unit))});
    }
  }
  if (rows <= kMostCounterRows) return table.str();
  return table.str() + "\nand " + count(rows - kMostCounterRows) + " more values: report.json\n";
}

std::string benchmark_metrics(const RegionTree& tree, const Region& region) {
  MarkdownTable table;
  table.text("Metric").number("Median").number("Smallest").number("Mean").number("Largest");
  table.number("Spread").number("Repetitions");
  for (const ShownMetric& metric : tree.shown) {
    const Totals* totals = measured_totals(region, metric.name);
    if (totals == nullptr) continue;
    const auto cell = [&](double value) { return markdown_text(number_text(value, metric.unit)); };
    table.add({markdown_name(metric.name), cell(*totals->inclusive), cell(totals->each->min),
               cell(totals->each->mean), cell(totals->each->max), spread_cell(totals),
               count(totals->measured)});
  }
  return table.str();
}

std::string benchmark_text(const RegionTree& tree) {
  std::vector<TableRow> rows = {{"benchmark", "real time", "CPU time", "spread", "repetitions"}};
  for (const Region& region : tree.regions) {
    TableRow row = time_cells(region);
    row.insert(row.begin(), short_name(printable(display_form(region.path)), kBenchmarkName));
    rows.push_back(std::move(row));
  }
  return table_text(rows);
}

}  // namespace ncu_regions
