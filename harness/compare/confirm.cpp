// Looks at captures that had no part in selecting the test.
#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/compare/rule_parts.h"

namespace ncu_regions {
namespace {

struct Look {
  std::size_t captures = 0;  // of the new side
  bool is_second = false;
};

// The level of `family` tests with two looks each, or with one where two are out of reach.
Looks plan(std::size_t family, std::size_t n_max, double alpha,
           const std::function<double(std::size_t)>& least_p) {
  const auto shared = static_cast<double>(std::max<std::size_t>(family, 1));
  const double half = alpha / (2 * shared);
  for (std::size_t n = 1; n < n_max; ++n) {
    if (is_significant(least_p(n), half)) return {n, n_max, half, false};
  }
  const double whole = alpha / shared;
  return {n_max, n_max, whole, !is_significant(least_p(n_max), whole)};
}

// How many of the worst to drop of each side: a fifth, where the smallest p allows it.
RankSizes trimmed(const Evaluation& evaluation, const Look& look, double level) {
  const RankSizes whole = {evaluation.base.size(), evaluation.now.size()};
  if (!look.is_second) return whole;
  const RankSizes less = {whole.base, whole.now, whole.base / 5, whole.now / 5};
  return is_significant(smallest_p(less), level) ? less : whole;
}

// `has_proof`: what else must hold before anything is called regressed. `passes`: the other claim.
Decision at_look(const Evaluation& evaluation, const Look& look, double level,
                 std::string_view step, bool has_proof, const std::function<bool()>& passes) {
  Decision decision = described(evaluation, step);
  const RankSizes sizes = trimmed(evaluation, look, level);
  decision.p = evaluation.p_worse(sizes.dropped_base, sizes.dropped_now);
  decision.level = level;
  decision.trimmed = sizes.dropped_now;
  if (has_proof && is_over(evaluation.estimate, evaluation.theta) &&
      is_significant(*decision.p, level)) {
    decision.ruling = Ruling::kRegressed;
  } else if (passes()) {
    decision.ruling = Ruling::kPass;
  }
  return decision;
}

Ruling inconclusive(const Decision& decision) {
  return is_over(decision.estimate, decision.theta) ? Ruling::kSuspect : Ruling::kNoisy;
}

// Looks as often as the captures that are there allow. `judge` gets a look; `without` describes a
// test that never came to one.
Decision look_through(const Looks& looks, std::size_t captures, bool is_all,
                      const std::function<Decision(const Look&)>& judge,
                      const std::function<Decision()>& without) {
  const bool has_two = looks.first < looks.last;
  Decision decision;
  if (captures < looks.first) {
    decision = without();
    decision.wanted = looks.first;
    if (is_all) decision.ruling = inconclusive(decision);
    return decision;
  }
  decision = judge({looks.first, false});
  if (decision.ruling != Ruling::kUndecided) return decision;
  if (has_two && captures < looks.last && !is_all) {
    decision.wanted = looks.last;
    return decision;
  }
  if (has_two) decision = judge({std::min(captures, looks.last), true});
  if (decision.ruling == Ruling::kUndecided) decision.ruling = inconclusive(decision);
  return decision;
}

Samples joined(std::span<const double> first, std::span<const double> second) {
  Samples all(first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

// One side of a test whose pairs are looked at.
class PairsOfSide {
 public:
  PairsOfSide(const RuleTest& test, const FreshPairs& pairs, const Looks& looks, Side side)
      : test_(test), pairs_(pairs), looks_(looks), side_(side) {}

  Decision decide() const {
    return look_through(
        looks_, pairs_.now.size(), pairs_.is_all, [&](const Look& look) { return judge(look); },
        [&] { return without_look(); });
  }

 private:
  Decision judge(const Look& look) const {
    const auto base = pairs_.base.first(look.captures);
    const auto now = pairs_.now.first(look.captures);
    const Samples all_base = joined(pairs_.screen_base, base);
    const Samples all_now = joined(pairs_.screen_now, now);
    const EffectiveAllowance effective = effective_allowance(test_.allow, all_base, all_now);
    const Evaluation fresh = evaluate(base, now, effective.allow, side_);
    Decision decision =
        at_look(fresh, look, looks_.level, look.is_second ? "look2" : "look1", true, [&] {
          return is_significant(evaluate(all_base, all_now, effective.allow, side_).p_pass(),
                                kAlphaPass);
        });
    decision.is_loosened = effective.is_loosened;
    return decision;
  }

  // Of the pairs there are, or of the screen when there are none.
  Decision without_look() const {
    const bool has_pairs = !pairs_.now.empty();
    const auto base = has_pairs ? pairs_.base : pairs_.screen_base;
    const auto now = has_pairs ? pairs_.now : pairs_.screen_now;
    if (base.empty() || now.empty()) return {};
    const EffectiveAllowance effective = effective_allowance(test_.allow, base, now);
    return described(evaluate(base, now, effective.allow, side_), "no look");
  }

  const RuleTest& test_;
  const FreshPairs& pairs_;
  const Looks& looks_;
  Side side_;
};

constexpr double kAllowanceLocked = 0.05;    // of a session, clocks locked
constexpr double kAllowanceUnlocked = 0.12;  // or not
constexpr std::size_t kEnoughSessions = 3;

// The same against stored samples.
class StoredOfSide {
 public:
  StoredOfSide(const RuleTest& test, const FreshStored& fresh, const Looks& looks, Side side)
      : test_(test), fresh_(fresh), looks_(looks), side_(side) {
    for (const Samples& session : fresh.sessions) stored_ = joined(stored_, session);
  }

  Decision decide() const {
    return look_through(
        looks_, fresh_.now.size(), fresh_.is_all, [&](const Look& look) { return judge(look); },
        [&] { return described(evaluated(screen_or_fresh(), test_.allow), "no look"); });
  }

 private:
  std::span<const double> screen_or_fresh() const {
    return fresh_.now.empty() ? fresh_.screen_now : fresh_.now;
  }

  Evaluation evaluated(std::span<const double> now, const Allowance& allow) const {
    return evaluate(stored_, now, effective_allowance(allow, stored_, now).allow, side_);
  }

  Decision judge(const Look& look) const {
    const auto now = fresh_.now.first(look.captures);
    const Evaluation evaluation = evaluated(now, test_.allow);
    Decision decision = at_look(
        evaluation, look, looks_.level, look.is_second ? "stored.look2" : "stored.look1",
        is_beyond_sessions(now), [&] { return is_significant(evaluation.p_pass(), kAlphaPass); });
    decision.is_loosened = effective_allowance(test_.allow, stored_, now).is_loosened;
    return decision;
  }

  // Sessions differ: beyond the budget from each of them, and with few sessions by more than they
  // usually differ.
  bool is_beyond_sessions(std::span<const double> now) const {
    const Allowance allow = effective_allowance(test_.allow, stored_, now).allow;
    const double level = median(Samples(now.begin(), now.end()));
    const double sign = side_ == Side::kIncrease ? 1 : -1;
    const bool is_beyond_each = std::ranges::all_of(fresh_.sessions, [&](const Samples& session) {
      const double before = median(session);
      return is_over(sign * (level - before), allowed_worsening(allow, before));
    });
    if (!is_beyond_each || fresh_.sessions.size() >= kEnoughSessions) return is_beyond_each;
    const double allowance = fresh_.clocks_locked ? kAllowanceLocked : kAllowanceUnlocked;
    const double before = median(stored_);
    const Allowance more = {0, allowed_worsening(allow, before) + allowance * std::abs(before)};
    const Evaluation evaluation = evaluate(stored_, now, more, side_);
    return is_over(evaluation.estimate, evaluation.theta);
  }

  const RuleTest& test_;
  const FreshStored& fresh_;
  const Looks& looks_;
  Side side_;
  Samples stored_;
};

}  // namespace

Looks plan_looks(std::size_t family, std::size_t n_max, double alpha) {
  return plan(family, n_max, alpha, [](std::size_t n) { return smallest_p({n, n}); });
}

Looks plan_stored_looks(std::size_t stored, std::size_t family, std::size_t n_max, double alpha) {
  return plan(family, n_max, alpha, [&](std::size_t n) { return smallest_p({stored, n}); });
}

Decision confirm(const RuleTest& test, const FreshPairs& pairs, const Looks& looks) {
  return for_each_side(test.worse,
                       [&](Side side) { return PairsOfSide(test, pairs, looks, side).decide(); });
}

Decision confirm_stored(const RuleTest& test, const FreshStored& fresh, const Looks& looks) {
  return for_each_side(test.worse,
                       [&](Side side) { return StoredOfSide(test, fresh, looks, side).decide(); });
}

}  // namespace ncu_regions
