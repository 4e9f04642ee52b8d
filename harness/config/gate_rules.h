// Config: what holds for one region x metric, and which line said so.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/config/settings.h"

namespace ncu_regions {

struct GateRule {
  Allowance allow;
  Gate gate = Gate::kInfo;
  Direction worse = Direction::kUp;
  std::optional<double> max, min;  // limits, in the unit of the metric
  std::string allow_origin, gate_origin, direction_origin, max_origin, min_origin;
  std::vector<const BudgetRule*> matches;  // in order: the last one wins, part by part

  bool has_limit() const { return max || min; }
  // Worth a verdict.
  bool is_judged() const { return gate != Gate::kInfo || has_limit(); }
};

// The unit that budgets and limits of a metric are in.
std::string unit_of(const Settings& settings, const std::string& metric);

// conf/metrics.yaml, then the table of conf/budgets, then all entries in order; each part by
// itself, last match wins. An entry with an allowance gates its metric, unless it says otherwise.
// Throws Error(kUsage) when an entry is in another unit than the metric.
GateRule gate_rule(const Settings& settings, const RegionPath& region, const std::string& metric,
                   bool clocks_locked = true);

// One entry that matches, on top of what holds so far.
void apply_rule(GateRule& into, const BudgetRule& rule, const std::string& metric,
                const std::string& unit);

// The last one that matches, or nullptr.
const Waiver* find_waiver(const Settings& settings, const RegionPath& region,
                          const std::string& metric);

// Throws Error(kUsage) for a budget or limit that covers no declared region or no measured metric:
// a gate that is not there. What conf/budgets has is for everybody and need not be used.
void refuse_unused_budgets(const Settings& settings, std::span<const RegionPath> declared);

// What of that shows before anything is measured: a metric, a unit, a region that is written out.
void refuse_hopeless_budgets(const Settings& settings, std::span<const std::string> declared);

// Whether a metric of these settings has a gate that warns or fails, for some region at least;
// whether one of them varies from capture to capture.
bool gates_anything(const Settings& settings);
bool gates_what_varies(const Settings& settings);
bool may_be_judged(const Settings& settings, const std::string& metric);

// Metrics of the host that other work on the machine disturbs: its times, and what the kernel
// counts. Those that are measured, and of them those that may be judged.
std::vector<std::string> host_times(const Settings& settings);
std::vector<std::string> gated_host_times(const Settings& settings);

}  // namespace ncu_regions
