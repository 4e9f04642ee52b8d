#include "harness/compare/gated_tests.h"

#include <algorithm>
#include <set>

#include "harness/config/gate_rules.h"

namespace ncu_regions {
namespace {

std::string limit_origin(const GateRule& rule) {
  if (!rule.max || !rule.min || rule.max_origin == rule.min_origin) {
    return rule.max ? rule.max_origin : rule.min_origin;
  }
  return rule.max_origin + " and " + rule.min_origin;
}

GatedTest make_test(const Settings& settings, const std::string& declared, const RegionPath& region,
                    const std::string& metric, const GateRule& rule) {
  const MetricInfo& info = settings.metric_table.at(metric);
  GatedTest test;
  test.declared = declared;
  test.region = region;
  test.metric = metric;
  test.unit = unit_of(settings, metric);
  test.family = info.family;
  test.gate = rule.gate;
  test.budget = rule.allow;
  test.worse = rule.worse;
  test.deterministic = info.deterministic;
  test.is_additive = info.roll_up == RollUp::kSum;
  test.max = rule.max;
  test.min = rule.min;
  test.budget_origin = rule.allow_origin;
  test.limit_origin = limit_origin(rule);
  if (const Waiver* waiver = find_waiver(settings, region, metric)) test.waiver = *waiver;
  return test;
}

}  // namespace

std::vector<GatedTest> gated_tests(const Settings& settings, std::span<const std::string> declared,
                                   std::span<const RegionPath> opened, bool clocks_locked) {
  std::vector<GatedTest> tests;
  std::vector<RegionPath> regions;
  for (const std::string& name : declared) {
    const RegionPath* found = find_region(opened, name);
    regions.push_back(found != nullptr ? *found : parse_written_form(name));
    for (const std::string& metric : settings.metrics) {
      const GateRule rule = gate_rule(settings, regions.back(), metric, clocks_locked);
      if (!rule.is_judged()) continue;
      tests.push_back(make_test(settings, name, regions.back(), metric, rule));
    }
  }
  refuse_unused_budgets(settings, regions);
  return tests;
}

GatedTest test_of(const Settings& settings, const RegionPath& region, const std::string& metric) {
  return make_test(settings, written_form(region), region, metric,
                   gate_rule(settings, region, metric));
}

std::vector<GatedTest> tests_of_values(const Settings& settings,
                                       std::span<const TakenSample> samples) {
  std::vector<GatedTest> tests;
  std::set<std::pair<RegionPath, std::string>> seen;
  for (const TakenSample& sample : samples) {
    for (const Region& region : sample.tree.regions) {
      std::set<std::string> metrics;
      for (const auto& [metric, totals] : region.all.metrics) metrics.insert(metric);
      for (const auto& [metric, why] : region.not_measured) metrics.insert(metric);
      for (const std::string& metric : metrics) {
        if (!seen.emplace(region.path, metric).second) continue;
        tests.push_back(test_of(settings, region.path, metric));
      }
    }
  }
  return tests;
}

std::vector<std::string> notes_on_waivers(const Settings& settings,
                                          std::span<const GatedTest> tests) {
  std::vector<std::string> notes;
  for (const Waiver& waiver : settings.waivers) {
    const bool is_used = std::ranges::any_of(tests, [&](const GatedTest& test) {
      return test.waiver && test.waiver->origin == waiver.origin;
    });
    if (is_used) continue;
    notes.push_back(waiver.origin + ": this waiver (" + waiver.metric + " in " + waiver.region +
                    ") matches nothing that is judged, or a later one does");
  }
  return notes;
}

}  // namespace ncu_regions
