#include "harness/regions/shown_choice.h"

#include <algorithm>
#include <set>

#include "harness/core/text.h"
#include "harness/core/unit.h"
#include "harness/regions/roofline.h"

namespace ncu_regions {
namespace {

bool is_pattern(const std::string& text) { return text.find_first_of("*?") != std::string::npos; }

// Details pages name metrics "Section: Label"; the label alone is enough.
bool names_column(const std::string& asked, const std::string& column) {
  return glob_match(asked, column) || column.ends_with(": " + asked);
}

struct FoundSection {
  std::uint64_t order = 0;
  std::vector<std::pair<std::string, std::string>> metrics;  // name, label
};

void collect(const ReportResult& result, std::map<std::string, FoundSection>& found) {
  for (const ReportSection& section : result.sections) {
    FoundSection& known = found[std::string(section.id)];
    known.order = section.order;
    for (const SectionMetric& metric : section.metrics) {
      std::pair<std::string, std::string> entry(metric.metric, metric.label);
      if (std::ranges::find(known.metrics, entry) == known.metrics.end()) {
        known.metrics.push_back(std::move(entry));
      }
    }
  }
}

}  // namespace

const std::vector<std::vector<std::string>>& usual_alternatives() {
  // In reports, in reports of 2019, on details pages, in other tables.
  static const std::vector<std::vector<std::string>> kUsual = {
      {"gpu__time_duration.sum", "gpu__time_duration", "GPU Speed Of Light Throughput: Duration",
       "Total Time"},
      {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "sm__sol_pct",
       "GPU Speed Of Light Throughput: Compute (SM) Throughput", "Calls"},
      {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
       "gpu__compute_memory_sol_pct", "GPU Speed Of Light Throughput: Memory Throughput",
       "Invocations"},
      {"dram__throughput.avg.pct_of_peak_sustained_elapsed", "dram__sol_pct",
       "GPU Speed Of Light Throughput: DRAM Throughput", "Instances"},
  };
  return kUsual;
}

const std::vector<std::string>& time_names() { return usual_alternatives().front(); }

ShownChoice::ShownChoice(const AssemblyRequest& request)
    : table_(request.metrics), settings_(request.shown) {
  for (const std::string& metric : settings_.metrics) wishes_.push_back({{metric}, "", "", true});
  add_sections(request.sources);
  if (!settings_.metrics.empty() || !settings_.sections.empty()) return;
  for (const auto& names : usual_alternatives()) {
    if (&names != &time_names()) wishes_.push_back({names, "", "", false});
  }
}

void ShownChoice::add_sections(const std::vector<ReportSource>& sources) {
  if (settings_.sections.empty()) return;
  std::map<std::string, FoundSection> found;
  Selection selection;
  selection.all_metrics = false;
  selection.sections = true;
  for (const ReportSource& source : sources) {
    source.file->read(selection, [&](const ReportResult& result) { collect(result, found); });
  }
  std::vector<std::string> known;
  known.reserve(found.size());
  for (const auto& [id, section] : found) known.push_back(id);
  for (const std::string& asked : settings_.sections) {
    bool is_there = false;
    for (const auto& [id, section] : found) {
      if (!glob_match(asked, id)) continue;
      is_there = true;
      for (const auto& [name, label] : section.metrics) {
        wishes_.push_back({{name}, id, label, false});
      }
    }
    if (is_there) continue;
    notes_.push_back("section '" + asked + "' was not measured" + suggestion(asked, known) +
                     (known.empty() ? "; there are no sections in what was read"
                                    : "; there are: " + join(known, ", ")));
  }
}

Selection ShownChoice::selection() const {
  std::set<std::string> names(time_names().begin(), time_names().end());
  for (const Wish& wish : wishes_) {
    for (const std::string& name : wish.names) {
      names.insert(name);
      if (wish.is_asked) names.insert("*: " + name);
    }
  }
  for (const std::string& weight : table_.all_weights()) names.insert(weight);
  for (const std::string& metric : roofline_metrics()) names.insert(metric);
  Selection selection;
  selection.all_metrics = names.contains("*");
  if (!selection.all_metrics) selection.metrics.assign(names.begin(), names.end());
  return selection;
}

std::vector<ShownMetric> ShownChoice::shown(const std::vector<std::string>& columns,
                                            const std::vector<std::string>& units) const {
  Columns there{columns, units, {}};
  for (std::size_t i = 0; i < columns.size(); ++i) there.index.emplace(columns[i], i);
  std::vector<ShownMetric> shown;
  std::set<std::pair<std::string, std::string>> seen;  // section, name
  for (const Wish& wish : wishes_) {
    for (ShownMetric& metric : metrics_of(wish, there)) {
      // A metric stands once in the list of metrics, and once in each section.
      if (seen.emplace(metric.section, metric.name).second) shown.push_back(std::move(metric));
    }
  }
  return shown;
}

std::vector<ShownMetric> ShownChoice::metrics_of(const Wish& wish, const Columns& there) const {
  std::vector<std::string> found;
  for (const std::string& name : wish.names) {
    for (const std::string& column : there.names) {
      if (names_column(name, column)) found.push_back(column);
    }
    if (!found.empty()) break;
  }
  const bool may_be_missing = wish.is_asked || !wish.section.empty();
  if (found.empty() && may_be_missing && !is_pattern(wish.names.front())) {
    found.push_back(wish.names.front());
  }
  std::ranges::sort(found);
  std::vector<ShownMetric> metrics;
  metrics.reserve(found.size());
  for (const std::string& name : found) metrics.push_back(metric(wish, name, there));
  return metrics;
}

ShownMetric ShownChoice::metric(const Wish& wish, const std::string& name,
                                const Columns& there) const {
  const MetricInfo& info = table_.rule_of(name);
  ShownMetric metric;
  metric.name = name;
  metric.roll_up = info.roll_up;
  metric.across = info.across;
  metric.is_asked = wish.is_asked;
  metric.section = wish.section;
  metric.label = wish.label;
  const auto column = there.index.find(name);
  if (column != there.index.end()) metric.column = column->second;
  metric.unit = metric.column ? there.units[*metric.column] : unit_of_metric(name);
  const auto weight = std::ranges::find_if(
      info.weights, [&](const std::string& other) { return there.index.contains(other); });
  if (weight != info.weights.end()) metric.weight = *weight;
  return metric;
}

}  // namespace ncu_regions
