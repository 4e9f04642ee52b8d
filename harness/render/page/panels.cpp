// A panel for each region of the page.
#include <algorithm>
#include <numeric>

#include "harness/core/text.h"
#include "harness/render/html.h"
#include "harness/render/page/dot_plot.h"
#include "harness/render/page/page_parts.h"
#include "harness/render/value_text.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

// A page that opens at once, whatever the program does.
constexpr std::size_t kMostPanelBytes = 2'800'000;  // of all of them together
constexpr std::size_t kMostDotPlots = 2'000;        // with more gates only findings have one
constexpr std::size_t kMostPanelShares = 12;
constexpr std::size_t kMostPanelLinks = 24;
constexpr std::size_t kMostPanelScopes = 16;
constexpr std::size_t kMostPrinted = 20;  // panels of findings that are printed

class Panel {
 public:
  Panel(const PageData& data, std::size_t region)
      : data_(data), tree_(data.tree()), index_(region), region_(tree_.regions[region]) {}

  std::string html(bool is_printed) const {
    return begin(is_printed) + links() + reading() + values() + shares() +
           kernels_html(tree_, index_) + scopes() + "</section>\n";
  }

  // What fits when nothing else does.
  std::string short_html() const {
    return begin(false) + links() +
           "<p>Its values are left out of this page, which would be too long: report.json has "
           "them, and so has the report of the region itself.</p></section>\n";
  }

 private:
  std::string begin(bool is_printed) const {
    const auto worst = data_.worst(index_);
    std::string text = "<section class=\"panel" + std::string(is_printed ? " printed" : "") +
                       "\" id=\"" + data_.anchor(index_) + "\"><h3>";
    text += region_.parent ? path_html() : html_name(display_form(region_.path));
    if (worst)
      text += " <span class=\"badge " + class_of(*worst) + "\">" + worst_words(*worst) + "</span>";
    return text + "</h3>";
  }

  std::string path_html() const {
    std::string text = region_.path.domain.empty() ? "" : html_name(region_.path.domain) + " @ ";
    for (std::size_t i = 0; i < region_.path.labels.size(); ++i) {
      text += (i > 0 ? " › " : "") + html_name(region_.path.labels[i]);
    }
    return text;
  }

  std::string worst_words(FindingGroup worst) const {
    const auto verdicts = data_.verdicts(index_);
    const auto found = std::ranges::find_if(
        verdicts, [&](const Verdict* verdict) { return group_of(*verdict) == worst; });
    return std::string(to_string((*found)->word));
  }

  std::string links() const {
    std::string text = "<p class=links>";
    if (region_.parent) text += "In " + region_link(data_, *region_.parent) + ". ";
    std::string inside;
    std::size_t count_inside = 0;
    for (std::size_t i = index_ + 1; i < region_.end; ++i) {
      if (tree_.regions[i].parent != index_) continue;
      if (++count_inside > kMostPanelLinks) continue;
      inside += (inside.empty() ? "" : ", ") + region_link(data_, i);
    }
    if (count_inside > kMostPanelLinks) inside += " and more";
    if (!inside.empty()) text += "Contains " + inside + ". ";
    if (region_.source) {
      const std::string file = std::filesystem::path(region_.source->file).filename().string();
      text += "Opened at " + html_name(file + ":" + std::to_string(region_.source->line)) + ". ";
    }
    return text + "<a href=\"#chart\">Back to the chart</a></p>";
  }

  std::string reading() const {
    const Explanation* explanation = data_.input().explained.find(region_.path);
    if (explanation == nullptr || explanation->reading.empty()) return "";
    std::string text = "<p class=reading>";
    for (const Phrase& phrase : explanation->reading) {
      text += phrase.is_name ? html_name(phrase.text) : html_text(phrase.text);
    }
    return text + "</p>";
  }

  std::string values() const {
    const bool is_judged = data_.input().outcome != nullptr;
    const bool has_old = data_.has_before();
    std::string text = "<div class=scroll><table class=\"values" +
                       std::string(is_judged ? " judged" : "") + "\"><thead><tr><th>Metric";
    if (has_old) text += "<th class=r>Before";
    text += "<th class=r>Now";
    if (has_old) text += "<th class=r>Change";
    if (is_judged) text += "<th>Budget<th>Verdict<th>Captures";
    text += "<tbody>";
    for (std::size_t i = 0; i < data_.metrics().size(); ++i) text += value_row(i);
    text += "</table></div>";
    if (data_.metrics_left_out() > 0) {
      text += "<p>" + count(data_.metrics_left_out()) +
              " further metrics are left out here: report.json has them.</p>";
    }
    return text;
  }

  std::string value_row(std::size_t metric) const {
    const PageValue& value = data_.value(index_, metric);
    const PageMetric& what = data_.metrics()[metric];
    if (!value.now && !value.before && value.verdict == nullptr && what.shown == nullptr) return "";
    std::string text = "<tr><th>" + html_text(what.name);
    if (data_.has_before()) {
      text += "<td>" + (value.before ? html_text(amount(*value.before, what.unit)) : "–");
    }
    text += "<td>" + html_text(data_.now_text(index_, metric));
    if (data_.has_before()) text += "<td>" + html_text(page_change(value));
    if (data_.input().outcome == nullptr) return text;
    if (value.verdict == nullptr) return text + "<td><td><td>";
    const Verdict& verdict = *value.verdict;
    text += "<td>" + html_text(budget_words(verdict));
    if (verdict.word == VerdictWord::kPass) {
      const bool has_room = data_.input().outcome->verdicts.size() <= kMostDotPlots;
      return text + "<td>pass<td>" + (has_room ? dot_plot(verdict) : "");
    }
    return text + "<td>" + word_html(verdict) + "<td>" + dot_plot(verdict) +
           "<tr class=why><td colspan=7>" + html_text(short_name(verdict.reason, 600));
  }

  std::string shares() const {
    const Explanation* explanation = data_.input().explained.find(region_.path);
    if (explanation == nullptr) return "";
    const std::vector<ShareRow> rows = share_rows(explanation->shares, kMostPanelShares);
    if (rows.empty()) return "";
    std::string text =
        "<h4>What accounts for it</h4><div class=scroll><table><thead><tr><th>"
        "Kernel<th>What<th class=r>Launches";
    for (const MetricShare& share : explanation->shares) {
      text += "<th class=r>" +
              (share.of == kKernelTimePart ? "kernel time in the census" : html_text(share.of));
    }
    text += "<tbody>";
    for (const ShareRow& row : rows) {
      text += std::string(row.is_sum ? "<tr class=sum>" : "<tr>") + "<th>" +
              (row.is_kernel ? html_name(row.name) : html_text(row.name)) + "<td>" + row.what +
              "<td class=r>" + row.launches;
      for (std::size_t i = 0; i < row.parts.size(); ++i) {
        text +=
            "<td class=r>" + html_text(signed_amount(row.parts[i], explanation->shares[i].unit));
      }
    }
    return text + "</table></div>";
  }

  std::string scopes() const {
    if (tree_.scopes.size() < 2) return "";
    std::string text = "<h4>" + std::string(tree_.is_host() ? "Processes" : "Scopes") +
                       "</h4><div class=scroll><table><thead><tr><th>" +
                       (tree_.is_host() ? "Process" : "Scope") +
                       "<th class=r>Total ms<th class=r>Kernels<tbody>";
    std::size_t shown = 0;
    for (std::size_t i = 0; i < region_.by_scope.size() && shown < kMostPanelScopes; ++i) {
      const auto& values = region_.by_scope[i];
      if (!values) continue;
      ++shown;
      text += "<tr><th>" + html_text(tree_.scopes[i].name) + "<td class=r>" +
              time_cell(tree_, *values) + "<td class=r>" + count(values->kernels);
    }
    return text + "</table></div>";
  }

  const PageData& data_;
  const RegionTree& tree_;
  std::size_t index_;
  const Region& region_;
};

// Findings first, then what took longest.
std::vector<std::size_t> by_importance(const PageData& data) {
  std::vector<std::size_t> order(data.tree().regions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    const auto time = total(data.tree().regions[i].all, data.tree().time_metric, true);
    return std::pair(data.worst(i).value_or(FindingGroup::kUnchanged), -time.value_or(0));
  });
  return order;
}

}  // namespace

std::string panels_html(const PageData& data) {
  std::vector<std::string> panels(data.tree().regions.size());
  std::size_t bytes = 0;
  std::size_t printed = 0;
  for (const std::size_t i : by_importance(data)) {
    const Panel panel(data, i);
    const auto worst = data.worst(i);
    const bool is_printed = worst && *worst != FindingGroup::kUnchanged && printed++ < kMostPrinted;
    panels[i] = bytes < kMostPanelBytes ? panel.html(is_printed) : panel.short_html();
    bytes += panels[i].size();
  }
  return join(panels, "");
}

}  // namespace ncu_regions
