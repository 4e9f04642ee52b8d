// Kernels on the page: those of a region, and those in no region.
#include <algorithm>

#include "harness/core/text.h"
#include "harness/regions/kernel_counts.h"
#include "harness/render/html.h"
#include "harness/render/page/page_parts.h"
#include "harness/render/page/roofline_plot.h"
#include "harness/render/report_tables.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostKernelsShown = 12;
constexpr std::size_t kMostKernelsElsewhere = 200;

class KernelsOnPage {
 public:
  explicit KernelsOnPage(const RegionTree& tree) : tree_(tree) {
    if (!tree.is_host()) metrics_ = column_metrics(tree);
    if (instructions_) metrics_.push_back(&*instructions_);
  }

  std::string html(Where where, std::size_t region, std::size_t most, const std::string& title) {
    const std::vector<KernelStats> kernels = kernels_in(tree_, where, region, metrics_);
    const std::size_t place = where == Where::kBelow ? region : tree_.regions.size();
    std::string roofline = roofline_html(roofline_of(tree_, place, kernels));
    if (kernels.empty()) return roofline;
    std::string text = "<h4>" + title + "</h4><div class=scroll><table><thead><tr><th>Kernel<th " +
                       "class=r>Launches";
    if (instructions_) text += "<th class=r>Instructions";
    if (!tree_.is_host()) text += "<th class=r>Total ms<th class=r>Each<th>Grid<th>Block";
    for (const ShownMetric* metric : values()) text += "<th class=r>" + html_metric(metric->name);
    text += "<tbody>";
    const std::size_t shown = std::min(kernels.size(), most);
    for (std::size_t i = 0; i < shown; ++i) text += row(kernels[i]);
    text += "</table></div>";
    if (shown < kernels.size()) {
      text += "<p>and " + count(kernels.size() - shown) + " more kernels.</p>";
    }
    return text + roofline;
  }

 private:
  std::string row(const KernelStats& stats) const {
    std::string text = "<tr><th>" + html_name(tree_.rows.kernels[stats.kernel].name) +
                       "<td class=r>" + count(stats.launches);
    if (instructions_) text += "<td class=r>" + instructions_cell(stats, *instructions_);
    if (tree_.is_host()) return text;
    text += "<td class=r>" + (stats.time ? time_text(tree_, *stats.time) : "not measured") +
            "<td class=r>" +
            (stats.time_each ? html_text(number_text(stats.time_each->mean, "ns")) : "–");
    text += "<td>" + (stats.is_mixed ? "mixed" : dim_text(stats.grid)) + "<td>" +
            (stats.is_mixed ? "mixed" : dim_text(stats.block));
    for (const ShownMetric* metric : values()) {
      text += "<td class=r>" + html_text(value_text(stats.metrics.at(metric->name), *metric));
    }
    return text;
  }

  // Beside the time, which has columns of its own. Range captures measure no kernels.
  std::vector<const ShownMetric*> values() const {
    std::vector<const ShownMetric*> shown;
    for (const ShownMetric* metric : metrics_) {
      const bool is_time = metric->name == tree_.time_metric;
      if (!tree_.is_host() && !tree_.is_range() && !is_time) shown.push_back(metric);
    }
    return shown;
  }

  const RegionTree& tree_;
  std::optional<ShownMetric> instructions_ = kernel_instructions(tree_);
  std::vector<const ShownMetric*> metrics_;
};

}  // namespace

std::string kernels_html(const RegionTree& tree, std::size_t region) {
  return KernelsOnPage(tree).html(Where::kBelow, region, kMostKernelsShown,
                                  "Kernels in it and below it");
}

std::string elsewhere_html(const RegionTree& tree) {
  KernelsOnPage kernels(tree);
  std::string text;
  if (tree.outside.all.kernels > 0) {
    text += kernels.html(Where::kOutside, 0, kMostKernelsElsewhere,
                         "(outside): launched while no region was open");
  }
  if (tree.unlabeled.all.kernels > 0) {
    text += kernels.html(Where::kUnlabeled, 0, kMostKernelsElsewhere,
                         "(unlabeled): of a file that carries no NVTX information");
  }
  return text;
}

}  // namespace ncu_regions
