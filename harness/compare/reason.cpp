#include "harness/compare/reason.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/core/text.h"
#include "harness/core/unit.h"

namespace ncu_regions {
namespace {

std::string in_unit(double value, const std::string& unit) {
  const ScaledValue scaled = scaled_for_people(value, unit);
  return grouped(scaled.value) + (scaled.unit.empty() ? "" : " " + scaled.unit);
}

// "0.0036", "5.4e-06".
std::string probability(double p) {
  char text[32];
  std::snprintf(text, sizeof(text), p >= 0.001 ? "%.4f" : "%.1e", p);
  return text;
}

std::string captures_text(const Evidence& evidence) {
  const Decision& decision = evidence.decision;
  const std::string old = evidence.mode == Mode::kSideBySide ? " of the base"
                          : evidence.mode == Mode::kStored   ? " stored"
                                                             : " old";
  return std::to_string(decision.n_now) + " new v " + std::to_string(decision.n_base) + old +
         (decision.n_base == 1 ? " capture" : " captures");
}

// A change of a percentage is in points.
std::string change_unit(const Verdict& verdict) {
  return verdict.unit == "%" ? "points" : verdict.unit;
}

const char* old_of(const Evidence& evidence) {
  return evidence.mode == Mode::kSideBySide ? "the base"
         : evidence.mode == Mode::kStored   ? "the baseline"
                                            : "the first run";
}

std::string allowed_text(const Verdict& verdict) {
  const std::string sign = verdict.worse == Direction::kBoth   ? "+/-"
                           : verdict.worse == Direction::kDown ? "-"
                                                               : "+";
  // Parts of an instruction cannot be used up.
  const double allowed = verdict.deterministic ? std::floor(*verdict.allowed) : *verdict.allowed;
  return "allowed " + sign + in_unit(allowed, change_unit(verdict)) + " (" +
         to_string(verdict.budget) + ", " + verdict.budget_origin + ")";
}

std::string exact_reason(const Verdict& verdict) {
  const double change = *verdict.now - *verdict.baseline;
  const std::string per = verdict.per_instance ? " per instance" : "";
  return (change == 0
              ? "no change" + per
              : grouped(std::abs(change)) + " " + change_unit(verdict) + per +
                    (change > 0 ? " more" : " fewer") + " than " + old_of(*verdict.evidence)) +
         ", " + allowed_text(verdict);
}

std::string spread_reason(const Verdict& verdict) {
  const Interval& change = *verdict.evidence->decision.interval;
  const bool is_up = verdict.evidence->decision.side == Side::kIncrease;
  return in_unit(change.lower, change_unit(verdict)) + " to " +
         in_unit(change.upper, change_unit(verdict)) +
         (verdict.per_instance ? " per instance" : "") + (is_up ? " more" : " fewer") + " than " +
         old_of(*verdict.evidence) + " in every capture, " + allowed_text(verdict) + "; " +
         captures_text(*verdict.evidence) + "; declared deterministic, and varies";
}

// The shift as a change of the metric: its ends change places when fewer is worse.
struct Shift {
  std::string middle, interval;
};

Shift shift_text(const Verdict& verdict) {
  const Decision& decision = verdict.evidence->decision;
  const bool is_up = decision.side == Side::kIncrease;
  const auto text = [&](double shift) {
    const double change = is_up ? shift : -shift;
    if (decision.is_log) return percent(std::expm1(change));
    return (change < 0 ? "-" : "+") + in_unit(std::abs(change), verdict.unit);
  };
  Shift shift;
  shift.middle = text(decision.estimate);
  if (!decision.interval) return shift;
  const double first = is_up ? decision.interval->lower : decision.interval->upper;
  const double last = is_up ? decision.interval->upper : decision.interval->lower;
  shift.interval = " (90 % interval " + text(first) + " to " + text(last) + ")";
  return shift;
}

std::string proof_text(const Verdict& verdict) {
  const Evidence& evidence = *verdict.evidence;
  const Decision& decision = evidence.decision;
  const bool is_look = decision.step.find("screen") == std::string::npos;
  if (!is_look || !decision.p || !decision.level) return "";
  std::string text = "; " + std::to_string(decision.beyond_all) + " of " +
                     std::to_string(decision.n_now) + " lie beyond all of " + old_of(evidence);
  text += "; p " + probability(*decision.p) + " at level " + probability(*decision.level) + " (" +
          counted(evidence.family, evidence.mode == Mode::kSideBySide ? "suspicion" : "test") +
          (decision.trimmed > 0
               ? ", without the worst " + std::to_string(decision.trimmed) + " of each side"
               : "") +
          ")";
  return text;
}

std::string mode_text(const Verdict& verdict) {
  const Evidence& evidence = *verdict.evidence;
  if (evidence.mode == Mode::kSideBySide) return " side by side";
  if (evidence.mode == Mode::kFixed) return "";
  return verdict.word == VerdictWord::kRegressed ? " (stored baseline, not confirmed side by side)"
                                                 : "";
}

// More of the new side than anybody takes to make up for few old ones.
constexpr std::size_t kFewMore = 12;

// Where more captures of the new side alone could never do, or only very many.
std::string needed_of_each(double level) {
  constexpr std::size_t kMost = 200;
  for (std::size_t n = 2; n <= kMost; ++n) {
    if (is_significant(smallest_p({n, n}), level)) {
      return std::to_string(n) + " v " + std::to_string(n) + " could";
    }
  }
  return "no number up to " + std::to_string(kMost) + " could";
}

// What a reader could do about it.
std::string advice(const Verdict& verdict) {
  const Evidence& evidence = *verdict.evidence;
  const Decision& decision = evidence.decision;
  if (verdict.word != VerdictWord::kSuspect && verdict.word != VerdictWord::kNoisy) return "";
  if (evidence.mode == Mode::kStored && verdict.is_benchmark_time()) {
    return "; a stored baseline cannot tell it from another session: measure both programs again "
           "and "
           "compare their files ('ncu-regions compare OLD.json NEW.json')";
  }
  if (evidence.mode == Mode::kStored && verdict.is_host_time()) {
    return "; times of a CPU are not gated against a stored baseline: compare side by side "
           "('ncu-regions ab')";
  }
  if (evidence.mode == Mode::kFixed && decision.level &&
      !is_significant(smallest_p({decision.n_base, decision.n_now}), *decision.level)) {
    return "; " + captures_text(*verdict.evidence) + " cannot prove a regression among " +
           counted(evidence.family, "test") +
           (decision.needed > 0 && decision.needed <= kFewMore
                ? "; " + std::to_string(decision.needed) + " v " + std::to_string(decision.n_base) +
                      " could"
                : "; " + needed_of_each(*decision.level));
  }
  if (decision.step == "screen.3" && decision.needed > 0) {
    return "; it varies too much: about " + std::to_string(decision.needed) +
           " captures of each would decide";
  }
  if (decision.is_out_of_reach && evidence.mode == Mode::kStored) {
    return "; " + counted(decision.n_base, "stored capture") + " cannot prove a regression among " +
           counted(evidence.family, "test") +
           ": accept a baseline of more (--captures), or compare side by side";
  }
  if (decision.is_out_of_reach) {
    return "; " + counted(decision.wanted, "pair") + " cannot prove a regression among " +
           counted(evidence.family, "suspicion") + ": gate fewer metrics, or raise captures_max";
  }
  if (decision.step == "no look") {
    return "; not enough captures to decide: " + std::to_string(decision.wanted) +
           " fresh ones are needed";
  }
  if (evidence.mode == Mode::kStored && verdict.word == VerdictWord::kSuspect) {
    return "; a stored baseline cannot tell it from another session: compare side by side "
           "('ncu-regions ab')";
  }
  return "";
}

}  // namespace

std::string percent(double change) {
  char text[32];
  std::snprintf(text, sizeof(text), "%+.2f %%", 100 * change);
  return text;
}

std::string reason_of(const Verdict& verdict) {
  const Decision& decision = verdict.evidence->decision;
  std::string text;
  if (decision.step == "exact") {
    text = exact_reason(verdict);
    if (verdict.word == VerdictWord::kRegressed && decision.n_base + decision.n_now < 6) {
      text += "; " + captures_text(*verdict.evidence) + ", declared deterministic";
    }
  } else if (decision.step == "spread") {
    text = spread_reason(verdict);
  } else {
    const Shift shift = shift_text(verdict);
    text = shift.middle + shift.interval + (verdict.per_instance ? " per instance" : "") +
           " against " + old_of(*verdict.evidence) + ", " + allowed_text(verdict) + "; " +
           captures_text(*verdict.evidence) + mode_text(verdict) + proof_text(verdict) +
           advice(verdict);
  }
  if (decision.is_loosened) text += "; a budget of 0 is 0.5 % where values vary";
  const bool is_of_nothing = verdict.baseline == 0.0 && verdict.budget.relative > 0;
  if (is_of_nothing && verdict.budget.absolute == 0) {
    text += "; a share of 0 allows nothing: give the budget an absolute part";
  }
  if (decision.cannot_fail) text += "; the budget is as large as the value: it cannot fail";
  if (verdict.moved_from) {
    text += "; moved from '" + printable(written_form(*verdict.moved_from)) + "' to '" +
            printable(written_form(verdict.region)) + "'";
  }
  if (verdict.is_collapsed) text += "; collapsed? is the work still done";
  return text;
}

std::string limit_text(const Verdict& verdict, std::span<const double> captures,
                       std::size_t broken) {
  const auto [least, most] = std::ranges::minmax(captures);
  std::string limit;
  if (verdict.max) limit = "at most " + in_unit(*verdict.max, verdict.unit);
  if (verdict.min) {
    limit += (limit.empty() ? "" : ", ") + std::string("at least ") +
             in_unit(*verdict.min, verdict.unit);
  }
  const std::string where = " (limit, " + verdict.limit_origin + ")";
  const std::string seen =
      in_unit(least, verdict.unit) + (least == most ? "" : " to " + in_unit(most, verdict.unit));
  if (broken > 0) {
    return seen + ", " + limit + where + ": broken in " + std::to_string(broken) + " of " +
           counted(captures.size(), "capture");
  }
  return limit + where + ": kept by " + counted(captures.size(), "capture") + " (" + seen + ")";
}

}  // namespace ncu_regions
