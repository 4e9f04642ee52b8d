#include "harness/render/report_tables.h"

#include <algorithm>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostIndent = 20;
constexpr std::size_t kTreeName = 120;

std::string more(std::size_t all, std::size_t shown, const std::string& what) {
  if (all <= shown) return "";
  return "\n" + count(all) + " " + what + ": the " + count(shown) +
         " that took longest are shown; report.json has all of them.\n";
}

std::string tree_name(const Region& region, const RegionFiles& files) {
  std::string indent;
  for (std::size_t i = 1; i < std::min(region.depth, kMostIndent); ++i) indent += "&emsp;";
  if (region.depth > 0) indent += "└ ";
  if (region.depth > kMostIndent) indent += "(level " + std::to_string(region.depth + 1) + ") ";
  // Deep down what stands above says the rest.
  const std::string name =
      region.depth < kMostIndent ? display_form(region.path) : region.path.labels.back();
  const std::string text = markdown_name(short_name(name, kTreeName));
  return indent + (files.markdown.empty() ? text : "[" + text + "](" + files.markdown + ")");
}

class Summary {
 public:
  Summary(const RegionTree& tree, bool with_directly) : tree_(tree), with_directly_(with_directly) {
    has_unfiltered_ = tree_.outside.unfiltered && with_directly;
    is_counted_ =
        !tree_.is_range() || std::ranges::any_of(tree_.rows.groups, [&](const KernelGroup& group) {
          return !tree_.rows.kernels[group.kernel].is_range();
        });
    has_kernel_time_ = std::ranges::any_of(
        tree_.regions, [](const Region& region) { return region.kernel_time.has_value(); });
  }

  void add_titles(MarkdownTable& table) const {
    table.number("Total ms").number("Kernels");
    if (tree_.is_range() && has_kernel_time_ && with_directly_) table.number("Kernel ms");
    if (with_directly_ && !tree_.is_range()) {
      if (!tree_.is_host()) table.number("Directly ms");
      table.number("Kernels directly");
    }
    if (has_unfiltered_) table.number("All ms").number("All kernels");
    if (tree_.has_instances) table.number("Instances");
    if (tree_.is_host()) {
      table.number("Instructions");
      if (with_directly_) table.number("Instructions directly");
    }
    for (const ShownMetric* metric : column_metrics(tree_))
      table.number(markdown_name(metric->name));
  }

  std::vector<std::string> cells(const ScopeValues& values, const Region* region,
                                 const std::optional<Unfiltered>& unfiltered) const {
    // The host profiler measures ranges: of what is outside it only counts launches.
    const bool is_measured = region != nullptr || !tree_.is_host();
    std::vector<std::string> cells = {is_measured ? time_cell(tree_, values) : "-",
                                      is_counted_ ? count(values.kernels) : "not counted"};
    if (tree_.is_range() && has_kernel_time_ && with_directly_) {
      const bool is_there = region != nullptr && region->kernel_time;
      cells.push_back(is_there ? time_text(tree_, *region->kernel_time) : "-");
    }
    if (with_directly_ && !tree_.is_range()) {
      if (!tree_.is_host()) cells.push_back(time_cell(tree_, values, false));
      const bool nests = region != nullptr && !region->path.start_end;
      cells.push_back(nests ? count(values.kernels_directly) : "-");
    }
    if (has_unfiltered_) add_unfiltered(cells, unfiltered);
    if (tree_.has_instances) cells.push_back(region == nullptr ? "-" : count(values.instances));
    if (tree_.is_host()) add_instructions(cells, values, region);
    for (const ShownMetric* metric : column_metrics(tree_)) {
      cells.push_back(markdown_text(value_text(shown_totals(values, *metric), *metric)));
    }
    return cells;
  }

 private:
  void add_instructions(std::vector<std::string>& cells, const ScopeValues& values,
                        const Region* region) const {
    const bool is_measured = region != nullptr;
    cells.push_back(is_measured ? count_cell(values, kHostInstructionsMetric) : "-");
    if (!with_directly_) return;
    cells.push_back(is_measured ? directly_cell(*region, kHostInstructionsMetric) : "-");
  }

  void add_unfiltered(std::vector<std::string>& cells,
                      const std::optional<Unfiltered>& unfiltered) const {
    const ScopeValues all{0, 0, unfiltered->kernels, 0, unfiltered->metrics};
    cells.insert(cells.end(), {time_cell(tree_, all), count(all.kernels)});
  }

  const RegionTree& tree_;
  bool with_directly_;
  bool has_unfiltered_ = false, has_kernel_time_ = false;
  bool is_counted_ = true;  // kernels: beside range captures only a census counts them
};

void add_elsewhere(const Summary& summary, const Elsewhere& elsewhere, const char* name,
                   MarkdownTable& table) {
  const bool is_hidden = elsewhere.unfiltered && elsewhere.unfiltered->kernels > 0;
  if (elsewhere.all.kernels + elsewhere.all.instances == 0 && !is_hidden) return;
  std::vector<std::string> cells = summary.cells(elsewhere.all, nullptr, elsewhere.unfiltered);
  cells.insert(cells.begin(), name);
  table.add(std::move(cells));
}

}  // namespace

std::string summary_table(const ReportInput& input, const std::vector<RegionFiles>& files) {
  const RegionTree& tree = input.tree;
  const bool aggregate = input.is_aggregate();
  const Summary summary(tree, aggregate);
  MarkdownTable table;
  table.text("Region");
  summary.add_titles(table);
  const auto add = [&](std::string name, const ScopeValues& values, const Region* region) {
    std::vector<std::string> cells = summary.cells(values, region, region->unfiltered);
    cells.insert(cells.begin(), std::move(name));
    table.add(std::move(cells));
  };
  const std::vector<std::size_t> shown = regions_to_show(tree, kMostRegionRows);
  for (const std::size_t i : shown) {
    const Region& region = tree.regions[i];
    const std::string name = tree_name(region, files[i]);
    if (aggregate) add(name, region.all, &region);
    for (std::size_t j = 0; j < region.by_scope.size() && !aggregate; ++j) {
      if (!region.by_scope[j]) continue;
      add(name + " in " + markdown_text(tree.scopes[j].name), *region.by_scope[j], &region);
    }
  }
  add_elsewhere(summary, tree.outside, "(outside)", table);
  add_elsewhere(summary, tree.unlabeled, "(unlabeled)", table);
  for (const std::string& text : tree.missing) {
    if (tree.is_host()) continue;
    std::vector<std::string> cells(table.columns(), "-");
    cells[0] = markdown_name(text);
    cells[1] = "**not measured**";
    if (!tree.is_range()) cells[2] = "0";
    table.add(std::move(cells));
  }
  return table.str() + more(tree.regions.size(), shown.size(), "regions");
}

std::string scope_values_table(const ReportInput& input) {
  const RegionTree& tree = input.tree;
  if (tree.scopes.size() < 2 || !input.shown().aggregate) return "";
  const Summary summary(tree, false);
  MarkdownTable table;
  table.text("Region").text(tree.is_host() ? "Process" : "Scope");
  summary.add_titles(table);
  const std::vector<std::size_t> shown =
      regions_to_show(tree, kMostScopeRows / tree.scopes.size() + 1);
  for (const std::size_t i : shown) {
    const Region& region = tree.regions[i];
    for (std::size_t j = 0; j < region.by_scope.size(); ++j) {
      if (!region.by_scope[j]) continue;
      std::vector<std::string> cells =
          summary.cells(*region.by_scope[j], &region, region.unfiltered);
      cells.insert(cells.begin(), {region_cell(region), markdown_text(tree.scopes[j].name)});
      table.add(std::move(cells));
    }
  }
  return table.str() + more(tree.regions.size(), shown.size(), "regions");
}

}  // namespace ncu_regions
