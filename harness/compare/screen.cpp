// The exact path and the screen.
#include <algorithm>
#include <cmath>

#include "harness/compare/rule_parts.h"

namespace ncu_regions {
namespace {

constexpr double kZ = 1.645;         // one-sided 5 % of a normal distribution
constexpr double kMadToSd = 1.4826;  // of a normal distribution
constexpr double kFewFactor = 1.5;   // a spread from few values is too small more often than not
constexpr std::size_t kEnough = 3;   // captures for a spread
constexpr std::size_t kMany = 8;     // old captures for a spread of their own

std::vector<double> deviations(std::span<const double> sorted) {
  const double centre = median(std::vector(sorted.begin(), sorted.end()));
  std::vector<double> result;
  for (const double value : sorted) result.push_back(std::abs(value - centre));
  return result;
}

double spread_of(const Evaluation& evaluation) {
  std::vector<double> rest = deviations(evaluation.base);
  if (evaluation.base.size() >= kMany) return kMadToSd * median(std::move(rest));
  const std::vector<double> others = deviations(evaluation.now);
  rest.insert(rest.end(), others.begin(), others.end());
  std::erase(rest, 0.0);
  return rest.empty() ? 0 : kFewFactor * kMadToSd * median(std::move(rest));
}

double inverse(std::size_t count) { return 1 / static_cast<double>(count); }

Decision with(Decision decision, Ruling ruling, std::string_view step) {
  decision.ruling = ruling;
  decision.step = step;
  return decision;
}

// Steps 2 and 3 of the screen: a robust bound, and futility.
std::optional<Decision> by_spread(const Evaluation& evaluation, const Decision& so_far,
                                  std::size_t n_max) {
  const std::size_t n_base = evaluation.base.size();
  const double spread = spread_of(evaluation);
  const double half = kZ * spread * std::sqrt(inverse(n_base) + inverse(evaluation.now.size()));
  if (!is_over(evaluation.estimate + half, evaluation.theta)) {
    return with(so_far, Ruling::kPass, "screen.2");
  }
  const double reach = kZ * spread * std::sqrt(inverse(n_base) + inverse(n_max));
  const double factor = n_base >= kMany ? 1 : 2;
  if (is_over(evaluation.estimate, evaluation.theta) || !(reach > factor * evaluation.theta)) {
    return std::nullopt;
  }
  Decision decision = with(so_far, Ruling::kNoisy, "screen.3");
  if (evaluation.theta > 0) {
    const double ratio = kZ * spread / evaluation.theta;
    decision.needed = static_cast<std::size_t>(std::ceil(2 * ratio * ratio));
  }
  return decision;
}

}  // namespace

Decision screen_evaluation(const Evaluation& evaluation, std::size_t n_max) {
  Decision decision = described(evaluation, "screen.4");
  decision.p = evaluation.p_pass();
  decision.level = kAlphaPass;
  if (is_significant(*decision.p, kAlphaPass)) {
    const bool is_better = is_over(-evaluation.estimate, evaluation.theta) &&
                           is_significant(evaluation.p_better(), kAlphaPass);
    return with(decision, is_better ? Ruling::kImproved : Ruling::kPass, "screen.1");
  }
  if (evaluation.base.size() < kEnough || evaluation.now.size() < kEnough) return decision;
  return by_spread(evaluation, decision, n_max).value_or(decision);
}

std::optional<Decision> decide_exactly(const RuleTest& test, std::span<const double> base,
                                       std::span<const double> now) {
  const bool has_enough = test.deterministic || (base.size() >= 2 && now.size() >= 2);
  if (!has_enough || !is_constant(base) || !is_constant(now)) return std::nullopt;
  const bool is_both = test.worse == Direction::kBoth;
  Decision decision;
  decision.step = "exact";
  decision.side = test.worse == Direction::kDown ? Side::kDecrease : Side::kIncrease;
  decision.theta = allowed_worsening(test.allow, base.front());
  const double change = now.front() - base.front();
  decision.estimate = decision.side == Side::kIncrease ? change : -change;
  decision.interval = {decision.estimate, decision.estimate};
  decision.n_base = base.size();
  decision.n_now = now.size();
  decision.beyond_all = decision.estimate > 0 ? now.size() : 0;
  const double worse = is_both ? std::abs(change) : decision.estimate;
  if (is_over(worse, decision.theta)) {
    decision.ruling = test.deterministic ? Ruling::kRegressed : Ruling::kUndecided;
  } else {
    const bool is_better = !is_both && is_over(-worse, decision.theta);
    decision.ruling = is_better ? Ruling::kImproved : Ruling::kPass;
  }
  return decision;
}

namespace {

// By how much the best new value is worse than the worst old one, beyond the spread of the new
// ones.
Decision spread_on_side(std::span<const double> base, std::span<const double> now, double allowed,
                        Side side) {
  const auto [old_least, old_most] = std::ranges::minmax(base);
  const auto [least, most] = std::ranges::minmax(now);
  Decision decision;
  decision.step = "spread";
  decision.side = side;
  decision.theta = allowed;
  decision.estimate = side == Side::kIncrease ? least - old_most : old_least - most;
  decision.interval = {decision.estimate,
                       side == Side::kIncrease ? most - old_least : old_most - least};
  decision.n_base = base.size();
  decision.n_now = now.size();
  decision.beyond_all = now.size();
  const bool is_worse = is_over(decision.estimate, allowed + (most - least));
  decision.ruling = is_worse ? Ruling::kRegressed : Ruling::kUndecided;
  return decision;
}

}  // namespace

std::optional<Decision> decide_spread(const RuleTest& test, std::span<const double> base,
                                      std::span<const double> now) {
  const bool varies = !is_constant(base) || !is_constant(now);
  if (!test.deterministic || !varies || now.size() < kSpreadCaptures) return std::nullopt;
  const EffectiveAllowance effective = effective_allowance(test.allow, base, now);
  const double allowed =
      allowed_worsening(effective.allow, median(std::vector(base.begin(), base.end())));
  Decision decision = for_each_side(
      test.worse, [&](Side side) { return spread_on_side(base, now, allowed, side); });
  if (decision.ruling != Ruling::kRegressed) return std::nullopt;
  decision.is_loosened = effective.is_loosened;
  return decision;
}

Decision screen(const RuleTest& test, std::span<const double> base, std::span<const double> now,
                std::size_t n_max) {
  const EffectiveAllowance effective = effective_allowance(test.allow, base, now);
  Decision decision = for_each_side(test.worse, [&](Side side) {
    return screen_evaluation(evaluate(base, now, effective.allow, side), n_max);
  });
  decision.is_loosened = effective.is_loosened;
  return decision;
}

bool do_sessions_differ(const RuleTest& test, std::span<const Samples> sessions) {
  Samples all;
  Samples medians;
  for (const Samples& session : sessions) {
    all.insert(all.end(), session.begin(), session.end());
    medians.push_back(median(session));
  }
  if (sessions.size() < 2) return false;
  const auto [least, most] = std::ranges::minmax(medians);
  return most > least && most - least >= allowed_worsening(test.allow, median(all)) / 3;
}

bool is_constant(std::span<const double> values) {
  return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

EffectiveAllowance effective_allowance(const Allowance& allow, std::span<const double> base,
                                       std::span<const double> now) {
  const bool is_zero = allow.relative == 0 && allow.absolute == 0;
  if (!is_zero || (is_constant(base) && is_constant(now))) return {allow, false};
  return {{0.005, 0}, true};
}

Decision described(const Evaluation& evaluation, std::string_view step) {
  Decision decision;
  decision.step = step;
  decision.side = evaluation.side;
  decision.is_log = evaluation.is_log;
  decision.theta = evaluation.theta;
  decision.estimate = evaluation.estimate;
  decision.interval = evaluation.interval;
  decision.n_base = evaluation.base.size();
  decision.n_now = evaluation.now.size();
  decision.beyond_all = evaluation.beyond_all();
  decision.cannot_fail = std::isinf(evaluation.theta);
  return decision;
}

Decision worse_of(const Decision& increase, const Decision& decrease) {
  // In the order of Ruling; an improvement on one side is a pass there.
  const auto rank = [](const Decision& decision) {
    return decision.ruling == Ruling::kImproved ? Ruling::kPass : decision.ruling;
  };
  const auto excess = [](const Decision& decision) { return decision.estimate - decision.theta; };
  const bool is_decrease = rank(increase) != rank(decrease) ? rank(decrease) > rank(increase)
                                                            : excess(decrease) > excess(increase);
  Decision decision = is_decrease ? decrease : increase;
  decision.ruling = rank(decision);
  decision.wanted = std::max(increase.wanted, decrease.wanted);
  return decision;
}

}  // namespace ncu_regions
