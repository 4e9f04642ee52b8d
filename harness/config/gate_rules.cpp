#include "harness/config/gate_rules.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr char kMetricsFile[] = "conf/metrics.yaml";

void require_unit(const BudgetRule& rule, const std::string& base, const std::string& metric,
                  const std::string& unit) {
  if (base.empty() || base == unit || unit.starts_with(base + "/")) return;  // byte/block
  throw Error(ErrorKind::kUsage, rule.origin + ": a budget or limit in " + base + " for " + metric +
                                     ", which is measured in " +
                                     (unit.empty() ? "a number without unit" : unit));
}

void apply_limits(GateRule& into, const BudgetRule& rule, const std::string& metric,
                  const std::string& unit) {
  if (rule.max) {
    require_unit(rule, rule.max->base, metric, unit);
    into.max = rule.max->value;
    into.max_origin = rule.origin;
  }
  if (rule.min) {
    require_unit(rule, rule.min->base, metric, unit);
    into.min = rule.min->value;
    into.min_origin = rule.origin;
  }
  if (into.max && into.min && *into.min > *into.max) {
    throw Error(ErrorKind::kUsage, rule.origin + ": no value of " + metric + " could be at least " +
                                       shortest(*into.min) + " and at most " + shortest(*into.max));
  }
}

[[noreturn]] void refuse_unused(const BudgetRule& rule, bool by_region,
                                std::span<const std::string> declared = {}) {
  throw Error(ErrorKind::kUsage, rule.origin + ": this " + (rule.is_limit() ? "limit" : "budget") +
                                     " is never used: no " +
                                     (by_region ? "declared region matches '" + rule.region + "'" +
                                                      suggestion(rule.region, declared)
                                                : "measured metric matches '" + rule.metric + "'"));
}

bool is_measured(const Settings& settings, const std::string& pattern) {
  const auto matches = [&](const std::string& metric) { return glob_match(pattern, metric); };
  return std::ranges::any_of(settings.metrics, matches) ||
         std::ranges::any_of(settings.other_metrics, matches);
}

}  // namespace

void apply_rule(GateRule& into, const BudgetRule& rule, const std::string& metric,
                const std::string& unit) {
  into.matches.push_back(&rule);
  if (rule.allow) {
    require_unit(rule, rule.allow->base, metric, unit);
    into.allow = *rule.allow;
    into.allow_origin = rule.origin;
    // Who gives a metric a budget wants it kept. A table is for everybody: it gates nothing new.
    if (into.gate == Gate::kInfo && !rule.gate && !rule.is_of_table) {
      into.gate = Gate::kFail;
      into.gate_origin = rule.origin;
    }
  }
  if (rule.gate) {
    into.gate = *rule.gate;
    into.gate_origin = rule.origin;
  }
  if (rule.direction) {
    into.worse = *rule.direction;
    into.direction_origin = rule.origin;
  }
  apply_limits(into, rule, metric, unit);
}

std::string unit_of(const Settings& settings, const std::string& metric) {
  settings.metric_table.at(metric);  // throws for one that is not known
  return settings.metric_table.unit_of(metric);
}

GateRule gate_rule(const Settings& settings, const RegionPath& region, const std::string& metric,
                   bool clocks_locked) {
  const MetricInfo& info = settings.metric_table.at(metric);
  GateRule rule;
  rule.allow = !clocks_locked && info.allow_unlocked ? *info.allow_unlocked : info.allow;
  rule.gate = info.gate;
  rule.worse = info.worse;
  rule.allow_origin = rule.gate_origin = rule.direction_origin = kMetricsFile;
  if (!clocks_locked && info.allow_unlocked) rule.allow_origin += " (clocks not locked)";
  const std::string unit = unit_of(settings, metric);
  for (const BudgetRule& entry : settings.budgets) {
    if (glob_match(entry.metric, metric) && covers(entry.region, region)) {
      apply_rule(rule, entry, metric, unit);
    }
  }
  return rule;
}

const Waiver* find_waiver(const Settings& settings, const RegionPath& region,
                          const std::string& metric) {
  const Waiver* found = nullptr;
  for (const Waiver& waiver : settings.waivers) {
    if (glob_match(waiver.metric, metric) && covers(waiver.region, region)) found = &waiver;
  }
  return found;
}

void refuse_unused_budgets(const Settings& settings, std::span<const RegionPath> declared) {
  for (const BudgetRule& rule : settings.budgets) {
    if (rule.is_of_table) continue;
    const bool region_known = std::ranges::any_of(
        declared, [&](const RegionPath& region) { return covers(rule.region, region); });
    if (!region_known || !is_measured(settings, rule.metric)) refuse_unused(rule, !region_known);
  }
}

void refuse_hopeless_budgets(const Settings& settings, std::span<const std::string> declared) {
  for (const BudgetRule& rule : settings.budgets) {
    if (rule.is_of_table) continue;
    if (!is_measured(settings, rule.metric)) refuse_unused(rule, false);
    // A pattern, or a path, may mean more than the declared names tell.
    const bool is_label = rule.region.find_first_of("*?/") == std::string::npos;
    const bool is_known = std::ranges::any_of(declared, [&](const std::string& name) {
      return covers(rule.region, parse_written_form(name));
    });
    if (is_label && !is_known) refuse_unused(rule, true, declared);
  }
  for (const std::string& name : declared) {
    bool is_judged = false;
    for (const std::string& metric : settings.metrics) {
      is_judged |= gate_rule(settings, parse_written_form(name), metric).is_judged();
    }
    if (is_judged) continue;
    throw Error(ErrorKind::kUsage, "region '" + printable(name) +
                                       "' is declared, and nothing of it is gated: it would always "
                                       "pass; give it a budget, or leave it out");
  }
}

// For some region at least, as far as it shows without one: what holds for all of them, in order,
// or what one of them has by itself.
bool may_be_judged(const Settings& settings, const std::string& metric) {
  bool is_gated = settings.metric_table.at(metric).gate != Gate::kInfo;
  bool has_limit = false;
  for (const BudgetRule& rule : settings.budgets) {
    if (!glob_match(rule.metric, metric)) continue;
    has_limit |= rule.is_limit();
    const bool gates = rule.gate ? *rule.gate != Gate::kInfo : rule.allow && !rule.is_of_table;
    if (gates) is_gated = true;
    if (rule.gate == Gate::kInfo && rule.region == "*") is_gated = false;
  }
  return is_gated || has_limit;
}

bool gates_anything(const Settings& settings) {
  return std::ranges::any_of(
      settings.metrics, [&](const std::string& metric) { return may_be_judged(settings, metric); });
}

bool gates_what_varies(const Settings& settings) {
  return std::ranges::any_of(settings.metrics, [&](const std::string& metric) {
    return !settings.metric_table.at(metric).deterministic && may_be_judged(settings, metric);
  });
}

std::vector<std::string> host_times(const Settings& settings) {
  std::vector<std::string> times = settings.metrics;
  std::erase_if(times, [&](const std::string& metric) {
    return settings.metric_table.at(metric).family != "host_time";
  });
  return times;
}

std::vector<std::string> gated_host_times(const Settings& settings) {
  std::vector<std::string> times = host_times(settings);
  std::erase_if(times, [&](const std::string& metric) { return !may_be_judged(settings, metric); });
  return times;
}

}  // namespace ncu_regions
