#include "harness/compare/judge.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/compare/aftermath.h"
#include "harness/compare/judge_case.h"
#include "harness/compare/reason.h"
#include "harness/compare/rule_parts.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kFewCaptures = 3;  // of an exact metric: one more, before it is called worse

class Judge {
 public:
  explicit Judge(const JudgeInput& input) : in_(input), cases_(make_cases(input)) {}

  Judgement run() {
    count_family();
    for (Case& each : cases_) {
      if (each.is_compared) first_look(each);
      look_at_new_value(each);
    }
    for (const Case& each : cases_) {
      if (each.is_open) out_.undecided += each.verdict.rule().weight();
    }
    for (Case& each : cases_) {
      if (each.is_open) confirm_case(each);
    }
    guard_against_drift();
    warn_of_sessions();
    tell_of_moves();
    for (Case& each : cases_) finish(each);
    for (Case& each : cases_) out_.verdicts.push_back(std::move(each.verdict));
    apply_waivers(out_.verdicts, in_.today);
    say_what_fails_undecided();
    return std::move(out_);
  }

 private:
  double alpha() const { return kAlpha / static_cast<double>(in_.workloads); }

  bool may_regress(const Verdict& verdict) const {
    return in_.mode != Mode::kStored || !verdict.is_host_time();
  }

  // By configuration, not by what the data look like; of exact ones those that showed spread.
  void count_family() {
    for (const Case& each : cases_) {
      const Verdict& verdict = each.verdict;
      const bool varies = !verdict.deterministic || !is_constant(each.samples.now) ||
                          !is_constant(each.samples.old());
      if (verdict.is_limit_only() || !varies || !may_regress(verdict)) continue;
      out_.family += verdict.rule().weight();
    }
  }

  void first_look(Case& each) {
    const RuleTest rule = each.verdict.rule();
    const Samples old = each.samples.old();
    if (in_.mode == Mode::kFixed) {
      return settle(each, decide_fixed(rule, old, each.samples.now, out_.family, alpha()),
                    out_.family);
    }
    const auto exact = decide_exactly(rule, old, each.samples.now);
    const auto spread = exact ? std::nullopt : decide_spread(rule, old, each.samples.now);
    each.screen = exact    ? *exact
                  : spread ? *spread
                           : screen(rule, old, each.samples.now, in_.captures_max);
    settle(each, each.screen, 0);
    if (!exact && rule.deterministic) {
      warn_of_spread(each.verdict);
      want_until(each, kSpreadCaptures);
    }
    if (each.screen.ruling == Ruling::kUndecided) {
      each.is_open = may_regress(each.verdict);
      if (!each.is_open) give_up(each);
    } else if (exact && exact->ruling == Ruling::kRegressed && !each.samples.was_taken_again) {
      want_until(each, kFewCaptures);
    }
  }

  // An exact value that somebody may store has to repeat, and one that does not is told at once.
  void look_at_new_value(const Case& each) {
    const Verdict& verdict = each.verdict;
    const bool is_incomparable = verdict.word == VerdictWord::kIncomparable;
    if (!verdict.deterministic || in_.mode != Mode::kStored || !verdict.now) return;
    if (!each.is_compared && !is_constant(each.samples.now)) warn_of_spread(verdict);
    if (is_new_level(verdict) || is_incomparable) want_until(each, kExactBaselineCaptures);
  }

  void warn_of_spread(const Verdict& verdict) {
    out_.notes.push_back("region '" + verdict.declared + "', " + verdict.metric +
                         " is declared deterministic, and varies");
  }

  // One more capture of each side that has fewer.
  void want_until(const Case& each, std::size_t captures) {
    const bool has_few = each.samples.now.size() < captures ||
                         (in_.mode == Mode::kSideBySide && each.samples.base.size() < captures);
    if (!in_.is_all && has_few) add(out_.again, each.verdict, 1);
  }

  static void add(Wanted& wanted, const Verdict& verdict, std::size_t captures) {
    wanted.regions.insert(verdict.declared);
    wanted.metrics.insert(verdict.metric);
    wanted.captures = std::max(wanted.captures, captures);
  }

  void confirm_case(Case& each) {
    const bool is_stored = in_.mode == Mode::kStored;
    const std::size_t family = is_stored ? out_.family : out_.undecided;
    const Looks looks =
        is_stored ? plan_stored_looks(each.samples.old().size(), family, in_.captures_max, alpha())
                  : plan_looks(family, in_.captures_max, alpha());
    // Captures that can prove nothing are not worth taking.
    const bool is_all = in_.is_all || looks.is_out_of_reach;
    const Decision decision =
        is_stored ? against_stored(each, looks, is_all) : side_by_side(each, looks, is_all);
    settle(each, decision, family);
    each.verdict.evidence->decision.level = looks.level;
    each.verdict.evidence->decision.is_out_of_reach = looks.is_out_of_reach;
    if (decision.ruling == Ruling::kUndecided) {
      add(out_.fresh, each.verdict, decision.wanted);
      give_up(each);
    }
  }

  static Decision side_by_side(const Case& each, const Looks& looks, bool is_all) {
    const TestSamples& samples = each.samples;
    return confirm(each.verdict.rule(),
                   {samples.base, samples.now, samples.fresh_base, samples.fresh_now, is_all},
                   looks);
  }

  Decision against_stored(const Case& each, const Looks& looks, bool is_all) const {
    const TestSamples& samples = each.samples;
    return confirm_stored(
        each.verdict.rule(),
        {samples.sessions, samples.now, samples.fresh_now, are_clocks_locked(each), is_all}, looks);
  }

  bool are_clocks_locked(const Case& each) const {
    const auto& stored =
        in_.baseline->find(each.verdict.old_region(), each.verdict.metric)->samples;
    return clocks_locked(in_.fingerprint) && std::ranges::all_of(stored, [&](const auto& entry) {
             return clocks_locked(in_.baseline->find_session(entry.first)->fingerprint);
           });
  }

  void settle(Case& each, const Decision& decision, std::size_t family) const {
    Verdict& verdict = each.verdict;
    verdict.word = word_of(decision.ruling);
    verdict.evidence = {in_.mode, decision, family};
    if (decision.step.find("look") == std::string::npos) return;
    // The values that the last word rests on.
    if (!each.samples.fresh_now.empty()) {
      verdict.now_samples = first_of(each.samples.fresh_now, decision.n_now);
      verdict.now = median(verdict.now_samples);
    }
    if (!each.samples.fresh_base.empty()) {
      verdict.baseline_samples = first_of(each.samples.fresh_base, decision.n_base);
      verdict.baseline = median(verdict.baseline_samples);
      verdict.allowed = allowed_worsening(verdict.rule().allow, *verdict.baseline);
    }
  }

  // Those that the look was at.
  static Samples first_of(const Samples& samples, std::size_t count) {
    const auto end = samples.begin() + static_cast<std::ptrdiff_t>(std::min(count, samples.size()));
    return {samples.begin(), end};
  }

  static VerdictWord word_of(Ruling ruling) {
    switch (ruling) {
      case Ruling::kPass:
        return VerdictWord::kPass;
      case Ruling::kImproved:
        return VerdictWord::kImproved;
      case Ruling::kRegressed:
        return VerdictWord::kRegressed;
      case Ruling::kSuspect:
        return VerdictWord::kSuspect;
      default:
        return VerdictWord::kNoisy;
    }
  }

  // What it is when nobody looks any further.
  static void give_up(Case& each) {
    const Decision& decision = each.verdict.evidence->decision;
    each.verdict.word =
        is_over(decision.estimate, decision.theta) ? VerdictWord::kSuspect : VerdictWord::kNoisy;
  }

  void guard_against_drift() {
    if (in_.mode != Mode::kStored) return;
    std::vector<DriftSign> signs;
    for (const Case& each : cases_) {
      if (each.is_compared && each.verdict.is_time()) signs.push_back(drift_sign(each.screen));
    }
    const std::string drift = drift_notice(signs);
    if (drift.empty()) return;
    out_.notes.push_back(drift);
    for (Case& each : cases_) {
      if (!each.verdict.is_time() || each.verdict.word != VerdictWord::kRegressed) continue;
      each.verdict.word = VerdictWord::kSuspect;
      is_drifting_ = true;
    }
  }

  void warn_of_sessions() {
    const auto differing = std::ranges::count_if(cases_, [](const Case& each) {
      return each.is_compared && do_sessions_differ(each.verdict.rule(), each.samples.sessions);
    });
    if (differing == 0) return;
    out_.notes.push_back("the stored sessions of " +
                         counted(static_cast<std::size_t>(differing), "value") +
                         " differ by a third of the budget or more: side by side ('ncu-regions "
                         "ab') is more certain here");
  }

  void tell_of_moves() {
    std::set<std::string> told;
    for (const Case& each : cases_) {
      const Verdict& verdict = each.verdict;
      if (!verdict.moved_from || !told.insert(verdict.declared).second) continue;
      out_.notes.push_back("region '" + printable(verdict.declared) + "' moved from '" +
                           printable(written_form(*verdict.moved_from)) + "' to '" +
                           printable(written_form(verdict.region)) +
                           "': it is compared by its declared name");
    }
  }

  void finish(Case& each) const {
    Verdict& verdict = each.verdict;
    if (each.is_compared) {
      const bool is_improved = verdict.word == VerdictWord::kImproved;
      const bool may_have_moved = is_improved && verdict.is_additive && !each.namesakes.empty();
      verdict.is_collapsed = is_collapse(verdict) || may_have_moved;
      verdict.reason = reason_of(verdict);
      if (may_have_moved) verdict.reason += "; regions with the same label: " + each.namesakes;
      if (is_drifting_ && verdict.is_time() && verdict.word == VerdictWord::kSuspect) {
        verdict.reason += "; the whole session seems to have drifted";
      }
    }
    const bool has_gaps = each.samples.with_value < each.samples.captures;
    if (has_gaps && verdict.word != VerdictWord::kNotMeasured) {
      verdict.reason += "; " + std::to_string(each.samples.captures - each.samples.with_value) +
                        " of " + std::to_string(each.samples.captures) +
                        " captures have no value of it";
    }
    if (verdict.word != VerdictWord::kNotMeasured) apply_limits(verdict, each.samples.all_now);
  }

  void say_what_fails_undecided() {
    for (Verdict& verdict : out_.verdicts) {
      // Who asks for it on the command line may fail on benchmarks' times, which never regress
      // here.
      verdict.fails_undecided =
          (may_regress(verdict) || verdict.is_benchmark_time()) &&
          std::ranges::find(in_.fail_on, to_string(verdict.word)) != in_.fail_on.end();
    }
  }

  const JudgeInput& in_;
  std::vector<Case> cases_;
  bool is_drifting_ = false;
  Judgement out_;
};

}  // namespace

Judgement judge(const JudgeInput& input) { return Judge(input).run(); }

bool clocks_locked(const Fingerprint& fingerprint) {
  const auto found = fingerprint.find("clocks");
  return found != fingerprint.end() && found->second == "locked";
}

bool clocks_unlocked(const Fingerprint& fingerprint) {
  return fingerprint.contains("clocks") && !clocks_locked(fingerprint);
}

}  // namespace ncu_regions
