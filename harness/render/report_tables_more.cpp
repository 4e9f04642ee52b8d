// The tables of report.md about metrics, sections and scopes.
#include <algorithm>
#include <cmath>
#include <set>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report_tables.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostSectionRegions = 100;
constexpr std::size_t kMostFurtherRows = 500;

bool is_in_summary(std::string_view metric) {
  return metric == kHostTimeMetric || metric == kHostLaunchesMetric || metric == kInstancesMetric ||
         metric == kHostInstructionsMetric;
}

std::string host_cell(std::string_view metric, const std::optional<double>& value) {
  if (!value) return "-";
  return metric == kHostCpuTimeMetric ? with_unit(*value, "ns") : grouped(*value);
}

std::string host_further(const RegionTree& tree) {
  MarkdownTable table;
  table.text("Region").text("Metric").number("Value").number("Directly");
  for (const Region& region : tree.regions) {
    for (const auto& [metric, totals] : region.all.metrics) {
      if (is_in_summary(metric) || !totals.inclusive) continue;
      table.add({region_cell(region), markdown_name(metric), host_cell(metric, totals.inclusive),
                 host_cell(metric, totals.exclusive)});
    }
  }
  return table.str();
}

std::set<std::string> shown_sections(const RegionTree& tree) {
  std::set<std::string> sections;
  for (const ShownMetric& metric : tree.shown) {
    if (!metric.section.empty()) sections.insert(metric.section);
  }
  return sections;
}

std::vector<const ShownMetric*> metrics_of(const RegionTree& tree, const std::string& section) {
  std::vector<const ShownMetric*> metrics;
  for (const ShownMetric& metric : tree.shown) {
    if (metric.section == section) metrics.push_back(&metric);
  }
  return metrics;
}

std::string section_table(const ReportInput& input, const std::string& section) {
  const RegionTree& tree = input.tree;
  const std::vector<const ShownMetric*> metrics = metrics_of(tree, section);
  MarkdownTable table;
  table.text("Region");
  for (const ShownMetric* metric : metrics) {
    table.number(metric->label.empty() ? markdown_name(metric->name)
                                       : markdown_text(metric->label));
  }
  const std::vector<std::size_t> shown = regions_to_show(tree, kMostSectionRegions);
  for (const std::size_t i : shown) {
    std::vector<std::string> cells = {region_cell(tree.regions[i])};
    for (const ShownMetric* metric : metrics) {
      cells.push_back(
          markdown_text(value_text(shown_totals(tree.regions[i].all, *metric), *metric)));
    }
    table.add(std::move(cells));
  }
  std::string text = table.str();
  if (shown.size() < tree.regions.size()) {
    text += "\nThe " + std::to_string(shown.size()) + " regions that took longest.\n";
  }
  return text;
}

}  // namespace

std::string sections_table(const ReportInput& input) {
  if (input.shown().sections.empty()) return "";
  MarkdownTable table;
  table.text("Section").text("Metrics");
  const std::set<std::string> found = shown_sections(input.tree);
  for (const std::string& asked : input.shown().sections) {
    bool is_there = false;
    for (const std::string& section : found) {
      if (!glob_match(asked, section)) continue;
      is_there = true;
      std::vector<std::string> names;
      for (const ShownMetric* metric : metrics_of(input.tree, section)) {
        names.push_back(markdown_text(metric->label.empty() ? metric->name : metric->label));
      }
      table.add({markdown_name(section), join(names, ", ")});
    }
    if (!is_there) table.add({markdown_name(asked), "**not measured**"});
  }
  return table.str();
}

std::string metrics_table(const ReportInput& input) {
  if (input.shown().metrics.empty()) return "";
  MarkdownTable table;
  table.text("Metric").text("Unit").text("In a region").text("Over scopes");
  for (const ShownMetric* metric : metrics_outside_sections(input.tree)) {
    table.add({markdown_name(metric->name), markdown_text(metric->unit),
               metric->is_measured() ? roll_up_cell(*metric) : "**not measured**",
               metric->is_measured() ? across_cell(*metric) : ""});
  }
  for (const std::string& asked : input.shown().metrics) {
    const auto same = [&](const ShownMetric& metric) { return glob_match(asked, metric.name); };
    if (std::ranges::none_of(input.tree.shown, same)) {
      table.add({markdown_name(asked), "", "**not measured**", ""});
    }
  }
  return table.str();
}

std::string further_table(const ReportInput& input) {
  const RegionTree& tree = input.tree;
  if (tree.is_host()) return host_further(tree);
  std::vector<const ShownMetric*> metrics = metrics_outside_sections(tree);
  if (metrics.size() <= kMostMetricColumns || !input.is_aggregate()) return "";
  metrics.erase(metrics.begin(), metrics.begin() + kMostMetricColumns);
  MarkdownTable table;
  table.text("Region").text("Metric").number("Value").number("Directly").text("In a region");
  std::size_t left_out = 0;
  std::size_t rows = 0;
  for (const std::size_t i : regions_to_show(tree, kMostRegionRows)) {
    for (const ShownMetric* metric : metrics) {
      if (++rows > kMostFurtherRows) {
        ++left_out;
        continue;
      }
      const Totals& totals = shown_totals(tree.regions[i].all, *metric);
      table.add({region_cell(tree.regions[i]), markdown_name(metric->name),
                 markdown_text(value_text(totals, *metric)),
                 markdown_text(directly_text(totals, *metric)), roll_up_cell(*metric)});
    }
  }
  std::string text = table.str();
  if (left_out > 0) {
    text += "\nand " + grouped(static_cast<double>(left_out)) +
            " more values: in report.json, and in the reports of the regions.\n";
  }
  return text;
}

std::string section_tables(const ReportInput& input) {
  if (!input.is_aggregate()) return "";
  std::string text;
  for (const std::string& section : shown_sections(input.tree)) {
    text += "### " + markdown_text(section) + "\n\n" + section_table(input, section) + "\n";
  }
  return text;
}

std::string scopes_table(const ReportInput& input) {
  const RegionTree& tree = input.tree;
  MarkdownTable table;
  if (tree.is_host()) return "";
  table.text("Scope").text("Host").text("Device").number("Regions").number("Kernels");
  for (std::size_t i = 0; i < tree.scopes.size(); ++i) {
    std::size_t regions = 0;
    std::uint64_t kernels = 0;
    for (const Region& region : tree.regions) regions += region.by_scope[i] ? 1 : 0;
    for (const KernelGroup& group : tree.rows.groups) {
      const bool counts = group.scope == i && !tree.rows.kernels[group.kernel].is_range();
      kernels += counts ? group.launches : 0;
    }
    const Scope& scope = tree.scopes[i];
    const std::string cc = scope.compute_capability.empty() ? "" : "CC " + scope.compute_capability;
    const std::string device = scope.device_name.empty() ? cc
                               : cc.empty()              ? scope.device_name
                                                         : scope.device_name + " (" + cc + ")";
    table.add({markdown_text(scope.name), markdown_text(scope.host), markdown_text(device),
               std::to_string(regions), grouped(static_cast<double>(kernels))});
  }
  return table.str();
}

std::string operators_table(const ReportInput& input) {
  const RegionTree& tree = input.tree;
  if (tree.is_host() || tree.scopes.size() < 2 || !input.shown().aggregate) return "";
  MarkdownTable table;
  table.text("Value").text("Over scopes");
  table.add({"Kernels", "sum"});
  if (!tree.time_metric.empty()) table.add({"Total ms", "slowest scope"});
  std::set<std::string> seen;
  for (const ShownMetric& metric : tree.shown) {
    if (!seen.insert(metric.name).second) continue;
    table.add({markdown_name(metric.name), across_cell(metric)});
  }
  return table.str();
}

std::string sums_table(const ReportInput& input) {
  MarkdownTable table;
  table.text("Domain").text("Value").number("In its regions, each directly").number("Outside them");
  table.number("Over all rows of all scopes").text("Equal");
  for (const DomainSum& domain : input.tree.domains) {
    const std::string name = domain.domain.empty() ? "(default)" : markdown_name(domain.domain);
    for (const auto& [metric, sums] : domain.metrics) {
      const double sum = sums.inside + sums.outside;
      const bool is_equal = std::abs(sum - sums.all) <= 1e-12 * std::abs(sums.all);
      table.add({name, markdown_name(metric), shortest(sums.inside), shortest(sums.outside),
                 shortest(sums.all), is_equal ? "yes" : "**NO**"});
    }
  }
  return table.str();
}

}  // namespace ncu_regions
