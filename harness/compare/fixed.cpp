// Captures to which none can be added: one look at all of them.
#include <algorithm>

#include "harness/compare/rule_parts.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMostCaptures = 200;  // that anybody would take

// New captures that could prove something, the old ones kept.
std::size_t captures_needed(std::size_t base, double level) {
  for (std::size_t n = 1; n <= kMostCaptures; ++n) {
    if (is_significant(smallest_p({base, n}), level)) return n;
  }
  return 0;
}

Decision fixed_side(const Evaluation& evaluation, double level) {
  Decision decision = described(evaluation, "fixed");
  decision.p = evaluation.p_worse();
  decision.level = level;
  decision.needed = captures_needed(evaluation.base.size(), level);
  if (is_over(evaluation.estimate, evaluation.theta)) {
    decision.ruling = is_significant(*decision.p, level) ? Ruling::kRegressed : Ruling::kSuspect;
    return decision;
  }
  const Decision screened = screen_evaluation(evaluation, evaluation.now.size());
  const bool is_first = screened.step == "screen.1";
  if (!is_first && screened.step != "screen.2") {
    decision.ruling = Ruling::kNoisy;
    return decision;
  }
  decision.step = is_first ? "fixed.screen.1" : "fixed.screen.2";
  decision.ruling = screened.ruling;
  decision.p = screened.p;
  return decision;
}

}  // namespace

Decision decide_fixed(const RuleTest& test, std::span<const double> base,
                      std::span<const double> now, std::size_t family, double alpha) {
  const auto exact = decide_exactly(test, base, now);
  if (exact && exact->ruling != Ruling::kUndecided) return *exact;
  if (const auto spread = decide_spread(test, base, now)) return *spread;
  const EffectiveAllowance effective = effective_allowance(test.allow, base, now);
  const double level = alpha / static_cast<double>(std::max<std::size_t>(family, 1));
  Decision decision = for_each_side(test.worse, [&](Side side) {
    return fixed_side(evaluate(base, now, effective.allow, side), level);
  });
  decision.is_loosened = effective.is_loosened;
  return decision;
}

}  // namespace ncu_regions
