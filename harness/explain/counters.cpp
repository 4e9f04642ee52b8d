// Which counters moved, and which rules of ncu are new.
#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/core/metric.h"
#include "harness/core/unit.h"
#include "harness/explain/parts.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostCounters = 12;
constexpr std::size_t kMostRules = 10;
constexpr std::uint64_t kEnoughCaptures = 3;
constexpr double kExactMove = 0.001;
constexpr double kMove = 0.01;

bool is_deterministic(const MetricTable& metrics, const std::string& metric) {
  return metrics.rule_of(metric).deterministic;
}

// Beyond what captures of one build differ by. Of what varies, a few captures are needed to tell.
bool has_moved(const MetricTable& metrics, const Pair& pair, const std::string& metric) {
  const Spread& before = pair.before->counters.at(metric);
  const Spread& now = pair.now->counters.at(metric);
  const double share = std::abs(relative_change_of({metric, "", before.middle, now.middle}));
  if (is_deterministic(metrics, metric)) return share >= kExactMove;
  const bool is_apart = before.high < now.low || now.high < before.low;
  const bool is_enough = before.captures >= kEnoughCaptures && now.captures >= kEnoughCaptures;
  return is_apart && is_enough && share >= kMove;
}

bool is_judged(const ExplainInput& input, const RegionPath& region, const std::string& metric) {
  return std::ranges::any_of(input.outcome.verdicts, [&](const Verdict& verdict) {
    return verdict.region == region && verdict.metric == metric && is_explained(verdict);
  });
}

std::string unit_of(const ExplainInput& input, const std::string& metric) {
  const std::string& unit = input.metrics.rule_of(metric).unit;
  return unit.empty() ? unit_of_metric(metric) : unit;
}

}  // namespace

double relative_change_of(const CounterMove& move) {
  if (move.before == move.now) return 0;
  if (move.before == 0) return std::numeric_limits<double>::infinity();
  return (move.now - move.before) / std::abs(move.before);
}

std::optional<CounterMove> counter(const Pair& pair, std::string_view metric) {
  const std::string name(metric);
  if (!pair.is_whole()) return std::nullopt;
  if (!pair.before->counters.contains(name) || !pair.now->counters.contains(name)) {
    return std::nullopt;
  }
  return CounterMove{name, "", pair.before->counters.at(name).middle,
                     pair.now->counters.at(name).middle};
}

std::vector<CounterMove> moved_counters(const ExplainInput& input, const Pair& pair) {
  std::vector<CounterMove> moves;
  for (const auto& entry : pair.now->counters) {
    const std::string& metric = entry.first;
    auto move = counter(pair, metric);
    // The census is one capture, whatever it stands beside.
    if (!move || is_judged(input, pair.now->region, metric) || metric == kKernelTimePart) continue;
    if (!has_moved(input.metrics, pair, metric)) continue;
    move->unit = unit_of(input, metric);
    moves.push_back(std::move(*move));
  }
  std::ranges::stable_sort(moves, std::ranges::greater(), [](const CounterMove& move) {
    return std::abs(relative_change_of(move));
  });
  if (moves.size() > kMostCounters) moves.resize(kMostCounters);
  return moves;
}

std::vector<RulePart> new_rules(const Pair& pair) {
  std::vector<RulePart> rules;
  if (!pair.before->rules || !pair.now->rules) return rules;
  const RuleParts& before = *pair.before->rules;
  for (const RulePart& rule : pair.now->rules->fired) {
    // Of a kernel that nobody looked at before, nothing is new.
    const bool was_looked_at =
        std::ranges::find(before.kernels, rule.kernel) != before.kernels.end();
    const bool is_old = std::ranges::any_of(before.fired, [&](const RulePart& old) {
      return old.kernel == rule.kernel && old.rule == rule.rule && old.title == rule.title;
    });
    if (was_looked_at && !is_old) rules.push_back(rule);
  }
  std::ranges::stable_sort(rules, std::ranges::greater(),
                           [](const RulePart& rule) { return rule.speedup_percent.value_or(0); });
  if (rules.size() > kMostRules) rules.resize(kMostRules);
  return rules;
}

}  // namespace ncu_regions
