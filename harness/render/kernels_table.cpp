// The kernels of each region, in report.md.
#include <algorithm>

#include "harness/core/text.h"
#include "harness/regions/kernel_counts.h"
#include "harness/render/markdown.h"
#include "harness/render/markdown_table.h"
#include "harness/render/report_tables.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kKernelName = 120;

// Beside range captures kernels have what the census measured, and no other column.
std::vector<const ShownMetric*> kernel_metrics(const RegionTree& tree) {
  std::vector<const ShownMetric*> metrics = column_metrics(tree);
  if (!tree.is_range()) return metrics;
  std::erase_if(metrics, [&](const ShownMetric* metric) {
    return std::ranges::none_of(tree.rows.groups, [&](const KernelGroup& group) {
      return !tree.rows.kernels[group.kernel].is_range() && metric->column &&
             group.values[*metric->column].measured() > 0;
    });
  });
  return metrics;
}

class KernelsTable {
 public:
  explicit KernelsTable(const ReportInput& input)
      : input_(input),
        tree_(input.tree),
        instructions_(kernel_instructions(input.tree)),
        metrics_(kernel_metrics(input.tree)) {
    table_.text("Region").text("Kernel");
    table_.number(tree_.is_host() ? "Launches directly in it" : "Launches");
    if (instructions_) {
      metrics_.push_back(&*instructions_);
      table_.number("Instructions");
    }
    if (tree_.is_host()) return;
    table_.number("Total ms").number("per launch: min").number("mean").number("max");
    table_.text("Grid").text("Block");
    for (const ShownMetric* metric : metrics_) table_.number(markdown_name(metric->name));
  }

  void add(const std::string& region, const std::string& csv, Where where, std::size_t index) {
    if (input_.shown().aggregate || tree_.is_host()) {
      return add_of(region, csv, kernels_in(tree_, where, index, metrics_));
    }
    for (std::size_t i = 0; i < tree_.scopes.size(); ++i) {
      add_of(region + " in " + markdown_text(tree_.scopes[i].name), csv,
             kernels_in(tree_, where, index, metrics_, i));
    }
  }

  std::string str() const {
    if (regions_left_ == 0) return table_.str();
    return table_.str() + "\nand kernels of " + count(regions_left_) +
           " more regions: see their own reports.\n";
  }

 private:
  void add_of(const std::string& region, const std::string& csv,
              const std::vector<KernelStats>& kernels) {
    if (rows_ >= kMostKernelRows) {
      regions_left_ += kernels.empty() ? 0 : 1;
      return;
    }
    const std::size_t shown =
        tree_.is_host() ? kernels.size() : std::min(kernels.size(), input_.shown().top_kernels);
    for (std::size_t i = 0; i < shown; ++i) add_kernel(region, kernels[i]);
    if (shown == kernels.size()) return;
    table_.add({region, "and " + count(kernels.size() - shown) + " more kernels" +
                            (csv.empty() ? "" : ": [kernels.csv](" + csv + ")")});
  }

  void add_kernel(const std::string& region, const KernelStats& stats) {
    std::vector<std::string> cells = {region, kernel_cell(tree_.rows.kernels[stats.kernel].name),
                                      count(stats.launches)};
    if (instructions_) cells.push_back(instructions_cell(stats, *instructions_));
    if (!tree_.is_host()) add_values(stats, cells);
    table_.add(std::move(cells));
    ++rows_;
  }

  void add_values(const KernelStats& stats, std::vector<std::string>& cells) const {
    add_time_cells(tree_, stats, cells);
    cells.push_back(stats.is_mixed ? "mixed" : dim_text(stats.grid));
    cells.push_back(stats.is_mixed ? "mixed" : dim_text(stats.block));
    for (const ShownMetric* metric : metrics_) {
      cells.push_back(markdown_text(value_text(stats.metrics.at(metric->name), *metric)));
    }
  }

  const ReportInput& input_;
  const RegionTree& tree_;
  std::optional<ShownMetric> instructions_;  // of the host profiler
  std::vector<const ShownMetric*> metrics_;
  MarkdownTable table_;
  std::size_t rows_ = 0, regions_left_ = 0;
};

}  // namespace

std::string kernel_cell(const std::string& name) {
  return markdown_name(short_name(name, kKernelName));
}

std::string instructions_cell(const KernelStats& stats, const ShownMetric& instructions) {
  const Totals& totals = stats.metrics.at(instructions.name);
  return totals.inclusive_whole ? count(*totals.inclusive_whole) : "not measured";
}

std::string region_cell(const Region& region) {
  return markdown_name(short_name(display_form(region.path), kKernelName));
}

void add_time_cells(const RegionTree& tree, const KernelStats& stats,
                    std::vector<std::string>& cells) {
  cells.push_back(stats.time ? time_text(tree, *stats.time) : "not measured");
  for (const auto value : {&PerResult::min, &PerResult::mean, &PerResult::max}) {
    cells.push_back(stats.time_each ? time_text(tree, (*stats.time_each).*value) : "-");
  }
}

std::string kernels_table(const ReportInput& input, const std::vector<RegionFiles>& files) {
  const RegionTree& tree = input.tree;
  KernelsTable table(input);
  for (const std::size_t i : regions_to_show(tree, kMostRegionRows)) {
    table.add(region_cell(tree.regions[i]), files[i].kernels, Where::kDirectly, i);
  }
  table.add("(outside)", "", Where::kOutside, 0);
  table.add("(unlabeled)", "", Where::kUnlabeled, 0);
  return table.str();
}

}  // namespace ncu_regions
