// The tables of the page.
#include <algorithm>
#include <cmath>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/html.h"
#include "harness/render/markdown.h"
#include "harness/render/page/dot_plot.h"
#include "harness/render/page/page_parts.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostPageFindings = 300;  // of a group
constexpr std::size_t kMostGates = 500;
constexpr std::size_t kMostPageColumns = 6;
constexpr std::size_t kMostPageIndent = 20;

std::string sort_value(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? " data-v=" + shortest(*value) : "";
}

std::string left_out(std::size_t all, std::size_t shown, const std::string& where) {
  if (all <= shown) return "";
  return "<p>" + grouped(static_cast<double>(all - shown)) + " more are left out here: " + where +
         "</p>";
}

std::string finding_row(const PageData& data, const Verdict& verdict) {
  const std::string change =
      verdict.baseline && verdict.now ? relative_change(*verdict.baseline, *verdict.now) : "";
  const std::string sure = (verdict.is_collapsed ? "collapsed? Is the work still done; " : "") +
                           confidence_words(verdict);
  return "<tr><th scope=row>" + region_link(data, verdict) + "<td class=m><code>" +
         html_metric(verdict.metric) + "</code>" + "<td class=r>" +
         html_text(values_words(verdict)) + "<td class=\"r " + class_of(group_of(verdict)) + "\">" +
         html_text(change) + "<td>" + html_text(budget_words(verdict)) +
         (verdict.gate == Gate::kWarn ? " (warns only)" : "") + "<td>" + dot_plot(verdict) +
         "<td>" + html_text(sure) + "\n";
}

// The metrics that have a column: instances and launches have theirs already.
std::vector<std::size_t> metric_columns(const PageData& data) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < data.metrics().size() && columns.size() < kMostPageColumns; ++i) {
    const std::string& name = data.metrics()[i].name;
    if (name == kInstancesMetric || name == kLaunchesMetric || name == kHostLaunchesMetric)
      continue;
    columns.push_back(i);
  }
  return columns;
}

std::string value_cell_html(const PageData& data, std::size_t region, std::size_t metric) {
  const PageValue& value = data.value(region, metric);
  const bool is_pass = value.verdict != nullptr && value.verdict->word == VerdictWord::kPass;
  const std::string change = is_pass && !is_notable(value) ? "" : page_change(value);
  const std::string colour =
      value.verdict != nullptr ? " class=" + class_of(group_of(*value.verdict)) : "";
  return "<td class=r" + sort_value(value.now) + ">" + html_text(data.now_text(region, metric)) +
         (change.empty() ? "" : " <small" + colour + ">" + html_text(change) + "</small>");
}

std::string verdict_cell_html(const PageData& data, std::size_t region) {
  const auto worst = data.worst(region);
  if (!worst) return "<td data-v=99>–";
  const auto verdicts = data.verdicts(region);
  const auto is_worst = [&](const Verdict* verdict) { return group_of(*verdict) == *worst; };
  const auto found = std::ranges::find_if(verdicts, is_worst);
  const auto times = std::ranges::count_if(verdicts, is_worst);
  return "<td data-v=" + std::to_string(static_cast<int>(*worst)) + ">" + word_html(**found) +
         " (" + std::to_string(times) + " of " + std::to_string(verdicts.size()) + ")";
}

// In the order of the tree what stands above says the rest.
std::string tree_link(const PageData& data, std::size_t region) {
  const RegionPath& path = data.tree().regions[region].path;
  const std::string whole = display_form(path);
  const std::string last = written_form({"", {path.labels.back()}});
  const bool has_more = data.tree().regions[region].parent && whole.size() > last.size();
  if (!has_more || whole.size() > kMostNameOnPage || !whole.ends_with(last)) {
    return region_link(data, region);
  }
  return "<a href=\"#" + data.anchor(region) + "\"><code><span class=up>" +
         html_text(whole.substr(0, whole.size() - last.size())) + "</span>" + html_text(last) +
         "</code></a>";
}

std::string region_row(const PageData& data, std::size_t index,
                       const std::vector<std::size_t>& columns) {
  const Region& region = data.tree().regions[index];
  std::string indent;
  for (std::size_t i = 0; i < std::min(region.depth, kMostPageIndent); ++i) indent += "&emsp;";
  const auto worst = data.worst(index);
  const bool is_finding = worst && *worst != FindingGroup::kUnchanged;
  std::string text = std::string(is_finding ? "<tr class=f>" : "<tr>") + "<th scope=row>" +
                     (indent.empty() ? "" : "<span class=in>" + indent + "</span>") +
                     tree_link(data, index);
  if (data.input().outcome != nullptr) text += verdict_cell_html(data, index);
  for (const std::size_t metric : columns) text += value_cell_html(data, index, metric);
  if (!data.tree().is_benchmark()) {
    text += "<td class=r data-v=" + std::to_string(region.all.kernels) + ">" +
            count(region.all.kernels);
  }
  if (data.tree().has_instances) {
    text += "<td class=r data-v=" + std::to_string(region.all.instances) + ">" +
            count(region.all.instances);
  }
  return text + "\n";
}

// Kernels in no region: counted and shown, never a region.
std::string elsewhere_row(const PageData& data, const Elsewhere& elsewhere, const char* name,
                          const std::vector<std::size_t>& columns) {
  if (elsewhere.all.kernels == 0) return "";
  std::string text = "<tr><th scope=row>" + std::string(name);
  if (data.input().outcome != nullptr) text += "<td>–";
  for (const std::size_t i : columns) {
    const auto value = total(elsewhere.all, data.metrics()[i].name, true);
    text += "<td class=r" + sort_value(value) + ">" +
            (value ? html_text(amount(*value, data.metrics()[i].unit)) : "–");
  }
  text += "<td class=r>" + count(elsewhere.all.kernels);
  if (data.tree().has_instances) text += "<td class=r>–";
  return text + "\n";
}

std::string gate_row(const PageData& data, const Verdict& verdict) {
  const auto cell = [&](const std::optional<double>& value) {
    return "<td class=r" + sort_value(value) + ">" +
           (value ? html_text(amount(*value, verdict.unit)) : "–");
  };
  std::optional<double> change;
  if (verdict.baseline && verdict.now && *verdict.baseline != 0) {
    change = *verdict.now / *verdict.baseline - 1;
  }
  const FindingGroup group = group_of(verdict);
  return std::string(group == FindingGroup::kUnchanged ? "<tr>" : "<tr class=f>") +
         "<th scope=row>" + region_link(data, verdict) + "<td class=m><code>" +
         html_metric(verdict.metric) + "</code>" + cell(verdict.baseline) + cell(verdict.now) +
         "<td class=r" + sort_value(change) + ">" +
         (verdict.baseline && verdict.now
              ? html_text(relative_change(*verdict.baseline, *verdict.now))
              : "–") +
         "<td>" + html_text(budget_words(verdict)) +
         "<td data-v=" + std::to_string(static_cast<int>(group)) + ">" + word_html(verdict) + "\n";
}

}  // namespace

std::string class_of(FindingGroup group) {
  switch (group) {
    case FindingGroup::kWorse:
    case FindingGroup::kNotMeasured:
      return "bad";
    case FindingGroup::kImproved:
      return "good";
    case FindingGroup::kNew:
      return "new";
    case FindingGroup::kUnchanged:
      return "ok";
    default:
      return "doubt";
  }
}

std::string word_html(const Verdict& verdict) {
  return "<span class=" + class_of(group_of(verdict)) + ">" + std::string(to_string(verdict.word)) +
         (verdict.waived ? " (" + std::string(to_string(*verdict.waived)) + ")" : "") + "</span>";
}

std::string region_link(const PageData& data, std::size_t region) {
  return "<a href=\"#" + data.anchor(region) + "\">" +
         html_name(display_form(data.tree().regions[region].path)) + "</a>";
}

std::string region_link(const PageData& data, const Verdict& verdict) {
  const auto region = data.find(verdict.region);
  return region ? region_link(data, *region) : html_name(verdict.declared);
}

std::string findings_html(const PageData& data) {
  const Outcome* outcome = data.input().outcome;
  if (outcome == nullptr) return "";
  std::string text;
  for (std::size_t i = 0; i + 1 < kFindingGroups; ++i) {
    const auto group = static_cast<FindingGroup>(i);
    if (group == FindingGroup::kNew && is_first_run(*outcome)) continue;
    const std::vector<const Verdict*> verdicts = verdicts_in(*outcome, group);
    if (verdicts.empty()) continue;
    text +=
        "<h3 class=" + class_of(group) + ">" + std::string(title_of(group)) + " (" +
        count(verdicts.size()) +
        ")</h3>\n<div class=scroll><table><thead><tr><th>Region<th>"
        "Metric<th class=r>Old → new<th class=r>Change<th>Budget<th>Captures<th>How sure<tbody>\n";
    const std::size_t shown = std::min(verdicts.size(), kMostPageFindings);
    for (std::size_t j = 0; j < shown; ++j) text += finding_row(data, *verdicts[j]);
    text += "</table></div>" + left_out(verdicts.size(), shown, "verdicts.json has all.");
  }
  return text;
}

std::string regions_html(const PageData& data) {
  if (data.tree().regions.empty()) return "";
  const std::vector<std::size_t> columns = metric_columns(data);
  std::string text =
      "<div class=scroll><table class=data id=regions-table><thead><tr><th scope=col>"
      "Region";
  if (data.input().outcome != nullptr) text += "<th scope=col>Verdict";
  for (const std::size_t i : columns) {
    text += "<th scope=col class=r>" + html_metric(data.metrics()[i].name);
  }
  if (!data.tree().is_benchmark()) text += "<th scope=col class=r>Kernels";
  if (data.tree().has_instances) text += "<th scope=col class=r>Instances";
  text += "<tbody>\n";
  for (std::size_t i = 0; i < data.tree().regions.size(); ++i) text += region_row(data, i, columns);
  text += elsewhere_row(data, data.tree().outside, "(outside any region)", columns) +
          elsewhere_row(data, data.tree().unlabeled, "(unlabeled: no NVTX in the file)", columns);
  return text + "</table></div>";
}

std::string gates_html(const PageData& data) {
  const Outcome* outcome = data.input().outcome;
  if (outcome == nullptr || outcome->verdicts.empty()) return "";
  std::string text =
      "<div class=scroll><table class=data id=gates-table><thead><tr><th scope=col>"
      "Region<th scope=col>Metric<th scope=col class=r>Old<th scope=col class=r>Now"
      "<th scope=col class=r>Change<th scope=col>Budget<th scope=col>Verdict<tbody>\n";
  std::size_t shown = 0;
  for (std::size_t i = 0; i < kFindingGroups; ++i) {
    for (const Verdict* verdict : verdicts_in(*outcome, static_cast<FindingGroup>(i))) {
      if (shown == kMostGates) break;
      text += gate_row(data, *verdict);
      ++shown;
    }
  }
  return text + "</table></div>" +
         left_out(outcome->verdicts.size(), shown, "the panels of the regions have them.");
}

}  // namespace ncu_regions
