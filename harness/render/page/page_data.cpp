#include "harness/render/page/page_data.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/core/metric.h"
#include "harness/core/unit.h"
#include "harness/render/markdown.h"
#include "harness/render/region_folder.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

// Chosen sections may bring hundreds; report.json has all of them.
constexpr std::size_t kMostPageMetrics = 60;

const Verdict* first_verdict_on(const Outcome* outcome, const std::string& metric) {
  if (outcome == nullptr) return nullptr;
  const auto found = std::ranges::find(outcome->verdicts, metric, &Verdict::metric);
  return found == outcome->verdicts.end() ? nullptr : &*found;
}

}  // namespace

PageData::PageData(const ReportInput& input) : input_(input) {
  for (const std::string& folder : region_folders(tree())) anchors_.push_back("r-" + folder);
  for (std::size_t i = 0; i < tree().regions.size(); ++i) regions_[tree().regions[i].path] = i;
  add_metrics();
  add_verdicts();
  add_values();
}

void PageData::add_metric(const std::string& name) {
  if (name.empty() || std::ranges::find(metrics_, name, &PageMetric::name) != metrics_.end())
    return;
  if (metrics_.size() == kMostPageMetrics) {
    left_out_.insert(name);
    return;
  }
  PageMetric metric = {name, unit_of_metric(name)};
  const auto shown = std::ranges::find(tree().shown, name, &ShownMetric::name);
  const Verdict* judged = first_verdict_on(input_.outcome, name);
  if (judged != nullptr) metric.unit = judged->unit;
  if (shown != tree().shown.end()) {
    metric.shown = &*shown;
    if (judged == nullptr) metric.unit = shown->unit;
    metric.adds_up = shown->roll_up == RollUp::kSum;
  } else {
    metric.adds_up = name.ends_with(".sum");
  }
  metric.adds_up = metric.adds_up || name == tree().time_metric || name == kLaunchesMetric ||
                   (tree().is_benchmark() && metric.unit == "ns");
  metric.adds_up = metric.adds_up && std::ranges::any_of(tree().regions, [&](const Region& region) {
                     return total(region.all, name, true).value_or(0) > 0;
                   });
  metrics_.push_back(std::move(metric));
}

void PageData::add_metrics() {
  add_metric(tree().time_metric);
  if (input_.outcome != nullptr) {
    for (const Verdict& verdict : input_.outcome->verdicts) add_metric(verdict.metric);
  }
  for (const ShownMetric* metric : metrics_outside_sections(tree())) add_metric(metric->name);
  for (const ShownMetric& metric : tree().shown) add_metric(metric.name);
  for (const Region& region : tree().regions) {
    for (const auto& [name, totals] : region.all.metrics) add_metric(name);
  }
}

void PageData::add_verdicts() {
  verdicts_.resize(tree().regions.size());
  if (input_.outcome == nullptr) return;
  for (const Verdict& verdict : input_.outcome->verdicts) {
    if (const auto region = find(verdict.region)) verdicts_[*region].push_back(&verdict);
  }
}

void PageData::add_values() {
  values_.reserve(tree().regions.size() * metrics_.size());
  for (std::size_t i = 0; i < tree().regions.size(); ++i) {
    const Region* before =
        input_.before == nullptr ? nullptr : input_.before->find(tree().regions[i].path);
    for (const PageMetric& metric : metrics_) {
      values_.push_back(value_of(i, before, metric));
      has_before_ = has_before_ || values_.back().before;
    }
  }
}

PageValue PageData::value_of(std::size_t region, const Region* before,
                             const PageMetric& metric) const {
  PageValue value;
  value.now = total(tree().regions[region].all, metric.name, true);
  if (before != nullptr) value.before = total(before->all, metric.name, true);
  const auto found = std::ranges::find(verdicts_[region], metric.name, &Verdict::metric);
  if (found == verdicts_[region].end()) return value;
  const Verdict& verdict = **found;
  value.verdict = &verdict;
  if (verdict.baseline) {
    value.before = *verdict.baseline * (verdict.per_instance ? verdict.old_instances : 1);
  }
  if (verdict.now && !verdict.per_instance) value.now = verdict.now;
  return value;
}

std::string PageData::now_text(std::size_t region, std::size_t metric) const {
  const PageMetric& what = metrics_[metric];
  const PageValue& here = value(region, metric);
  if (here.verdict == nullptr && what.shown != nullptr) {
    return value_text(shown_totals(tree().regions[region].all, *what.shown), *what.shown);
  }
  return here.now ? amount(*here.now, what.unit) : "not measured";
}

std::vector<std::optional<double>> PageData::column(std::size_t metric,
                                                    std::optional<double> PageValue::*side) const {
  std::vector<std::optional<double>> values;
  values.reserve(tree().regions.size());
  for (std::size_t i = 0; i < tree().regions.size(); ++i) values.push_back(value(i, metric).*side);
  return values;
}

std::optional<FindingGroup> PageData::worst(std::size_t region) const {
  std::optional<FindingGroup> worst;
  for (const Verdict* verdict : verdicts_[region]) {
    const FindingGroup group = group_of(*verdict);
    if (!worst || group < *worst) worst = group;
  }
  return worst;
}

std::optional<std::size_t> PageData::find(const RegionPath& path) const {
  const auto found = regions_.find(path);
  return found == regions_.end() ? std::nullopt : std::optional(found->second);
}

bool is_notable(const PageValue& value) {
  if (!value.before || !value.now) return false;
  return std::abs(*value.now - *value.before) >= kNotableChange * std::abs(*value.before) &&
         *value.now != *value.before;
}

std::string page_change(const PageValue& value) {
  if (!value.before || !value.now || *value.before == *value.now) return "";
  return relative_change(*value.before, *value.now);
}

}  // namespace ncu_regions
