// report.md of one region.
#include <algorithm>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/regions/kernel_counts.h"
#include "harness/render/benchmark_tables.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report_tables.h"
#include "harness/render/template.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostKernelRows = 50;
constexpr std::size_t kMostChildren = 200;
constexpr std::size_t kMostMetrics = 100;

std::string where_line(const RegionTree& tree, const Region& region) {
  std::string text = "Path " + markdown_name(written_form(region.path));
  if (!region.path.domain.empty()) text += ", domain " + markdown_name(region.path.domain);
  if (region.path.start_end) text += ", a start/end range";
  if (region.parent) {
    text += ", in " + markdown_name(display_form(tree.regions[*region.parent].path));
  }
  return text + ", depth " + std::to_string(region.depth) + ".";
}

std::string values_table(const ReportInput& input, const Region& region) {
  const RegionTree& tree = input.tree;
  MarkdownTable table;
  table.text("Scope").number("Total ms").number("Directly ms").number("Kernels");
  table.number("Kernels directly");
  if (tree.has_instances) table.number("Instances");
  const auto add = [&](const std::string& name, const ScopeValues& values) {
    const bool nests = !region.path.start_end && !tree.is_range();
    std::vector<std::string> cells = {name, time_cell(tree, values), time_cell(tree, values, false),
                                      count(values.kernels),
                                      nests ? count(values.kernels_directly) : "-"};
    if (tree.has_instances) cells.push_back(count(values.instances));
    table.add(std::move(cells));
  };
  const bool is_single = tree.scopes.size() < 2;
  if (input.is_aggregate()) add(is_single ? "all" : "**all**", region.all);
  for (std::size_t i = 0; i < region.by_scope.size() && !is_single; ++i) {
    if (region.by_scope[i]) add(markdown_text(tree.scopes[i].name), *region.by_scope[i]);
  }
  return table.str();
}

std::string host_metrics(const Region& region) {
  MarkdownTable table;
  table.text("Metric").number("Value").number("Directly");
  for (const auto& [metric, totals] : region.all.metrics) {
    const auto cell = [&](const std::optional<double>& value) {
      return value ? grouped(*value) : std::string("not measured");
    };
    table.add({markdown_name(metric), cell(totals.inclusive),
               region.path.start_end ? "-" : cell(totals.exclusive)});
  }
  return table.str();
}

std::string metrics_of_region(const ReportInput& input, const Region& region) {
  if (input.tree.is_benchmark()) return "";  // they are its values
  if (input.tree.is_host()) return host_metrics(region);
  if (!input.is_aggregate()) return "";
  MarkdownTable table;
  table.text("Metric").text("Section").number("Value").number("Directly").text("In a region");
  table.number("per result: min").number("mean").number("max").number("Results");
  const std::size_t shown = std::min(input.tree.shown.size(), kMostMetrics);
  for (const ShownMetric& metric : std::span(input.tree.shown).first(shown)) {
    const Totals& totals = region.all.metrics.at(metric.name);
    const auto each = [&](double PerResult::*value) {
      return totals.each ? markdown_text(number_text((*totals.each).*value, metric.unit)) : "-";
    };
    table.add({markdown_name(metric.name), markdown_text(metric.section),
               markdown_text(value_text(totals, metric)),
               markdown_text(directly_text(totals, metric)), roll_up_cell(metric),
               each(&PerResult::min), each(&PerResult::mean), each(&PerResult::max),
               count(totals.measured) + " of " + count(totals.results)});
  }
  const std::size_t more = input.tree.shown.size() - shown;
  return table.str() + (more > 0 ? "\nand " + count(more) + " more metrics: report.json\n" : "");
}

std::string children_table(const RegionTree& tree, std::size_t region) {
  MarkdownTable table;
  table.text("Region").number("Total ms").number("Kernels");
  std::size_t rows = 0;
  std::size_t left_out = 0;
  for (std::size_t i = region + 1; i < tree.regions[region].end; ++i) {
    const Region& child = tree.regions[i];
    if (child.parent != region) continue;
    if (++rows > kMostChildren) {
      ++left_out;
      continue;
    }
    table.add({region_cell(child), time_cell(tree, child.all), count(child.all.kernels)});
  }
  return table.str() + (left_out > 0 ? "\nand " + count(left_out) + " more\n" : "");
}

std::string kernels_of_region(const RegionTree& tree, std::size_t region) {
  const std::optional<ShownMetric> instructions = kernel_instructions(tree);
  std::vector<const ShownMetric*> metrics;
  if (instructions) metrics.push_back(&*instructions);
  const std::vector<KernelStats> kernels = kernels_in(tree, Where::kBelow, region, metrics);
  MarkdownTable table;
  table.text("Kernel").number("Launches");
  if (instructions) table.number("Instructions");
  if (!tree.is_host()) {
    table.number("Total ms").number("per launch: min").number("mean").number("max");
  }
  table.text("Grid").text("Block");
  for (std::size_t i = 0; i < std::min(kernels.size(), kMostKernelRows); ++i) {
    const KernelStats& stats = kernels[i];
    std::vector<std::string> cells = {kernel_cell(tree.rows.kernels[stats.kernel].name),
                                      count(stats.launches)};
    if (instructions) cells.push_back(instructions_cell(stats, *instructions));
    if (!tree.is_host()) add_time_cells(tree, stats, cells);
    cells.insert(cells.end(), {stats.is_mixed ? "mixed" : dim_text(stats.grid),
                               stats.is_mixed ? "mixed" : dim_text(stats.block)});
    table.add(std::move(cells));
  }
  const std::size_t more = kernels.size() - std::min(kernels.size(), kMostKernelRows);
  return table.str() + (more > 0 ? "\nand " + count(more) + " more kernels: kernels.csv\n" : "");
}

std::string hidden_line(const Region& region) {
  if (!region.unfiltered || region.unfiltered->kernels == region.all.kernels) return "";
  return count(region.unfiltered->kernels - region.all.kernels) + " of " +
         count(region.unfiltered->kernels) + " kernels are left out by the kernel patterns.";
}

std::string not_measured_table(const Region& region) {
  MarkdownTable table;
  table.text("Metric").text("Why");
  for (const auto& [metric, why] : region.not_measured) {
    table.add({markdown_name(metric), markdown_text(why)});
  }
  return table.str();
}

}  // namespace

std::string region_markdown(const ReportInput& input, std::size_t index, const RegionFiles& files) {
  const RegionTree& tree = input.tree;
  const Region& region = tree.regions[index];
  return render_template(
      "region.md.inja",
      {{"name", markdown_name(short_name(display_form(region.path), 200))},
       {"where", where_line(tree, region)},
       {"sections_link", files.sections.empty() ? "" : " · [sections.txt](sections.txt)"},
       {"is_benchmark", tree.is_benchmark()},
       {"values",
        tree.is_benchmark() ? benchmark_metrics(tree, region) : values_table(input, region)},
       {"kind_line", kind_line(tree)},
       {"metrics", metrics_of_region(input, region)},
       {"children", children_table(tree, index)},
       {"kernels", kernels_of_region(tree, index)},
       {"hidden", hidden_line(region)},
       {"not_measured", not_measured_table(region)}});
}

}  // namespace ncu_regions
