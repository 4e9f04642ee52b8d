#include "harness/compare/aftermath.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/compare/reason.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

bool can_be_waived(const Verdict& verdict) {
  switch (verdict.word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kOverLimit:
    case VerdictWord::kSuspect:
    case VerdictWord::kNoisy:
      return true;
    case VerdictWord::kNotMeasured:
      return !verdict.beyond_this_machine;
    default:
      return false;
  }
}

std::string in_words(const Waiver& waiver) {
  return waiver.reason + ", " + waiver.author + ", until " + waiver.until +
         (waiver.issue.empty() ? "" : ", " + waiver.issue) + ", " + waiver.origin;
}

void apply_waiver(Verdict& verdict, const std::string& today, bool is_needed) {
  const Waiver& waiver = *verdict.waiver;
  const VerdictWord before = verdict.word;
  const bool has_passed =
      verdict.word == VerdictWord::kPass || verdict.word == VerdictWord::kImproved;
  if (waiver.has_expired(today)) {
    verdict.reason += "; its waiver has expired (" + in_words(waiver) + ")";
    if (has_passed) verdict.word = VerdictWord::kWaiverStale;
  } else if (can_be_waived(verdict)) {
    verdict.waived = verdict.word;
    verdict.word = VerdictWord::kWaived;
    verdict.reason += "; waived: " + in_words(waiver);
  } else if (has_passed && !is_needed) {
    verdict.word = VerdictWord::kWaiverStale;
    verdict.reason += "; its waiver is no longer needed (" + in_words(waiver) + ")";
  }
  // Still a new level.
  if (verdict.word == VerdictWord::kWaiverStale && before == VerdictWord::kImproved) {
    verdict.waived = before;
  }
}

}  // namespace

void apply_limits(Verdict& verdict, std::span<const double> captures) {
  if (captures.empty() || (!verdict.max && !verdict.min)) return;
  const auto breaks = [&](double value) {
    return (verdict.max && value > *verdict.max) || (verdict.min && value < *verdict.min);
  };
  const auto broken = std::ranges::count_if(captures, breaks);
  const std::string text = limit_text(verdict, captures, static_cast<std::size_t>(broken));
  if (broken > 0) {
    const bool is_more = verdict.word == VerdictWord::kRegressed;
    verdict.reason = text + (is_more ? "; also regressed: " + verdict.reason : "");
    verdict.word = VerdictWord::kOverLimit;
  } else {
    verdict.reason += (verdict.reason.empty() ? "" : "; ") + text;
  }
}

void apply_waivers(std::vector<Verdict>& verdicts, const std::string& today) {
  std::set<std::string> needed;
  for (const Verdict& verdict : verdicts) {
    if (verdict.waiver && can_be_waived(verdict)) needed.insert(verdict.waiver->origin);
  }
  for (Verdict& verdict : verdicts) {
    if (verdict.waiver) apply_waiver(verdict, today, needed.contains(verdict.waiver->origin));
  }
}

bool is_collapse(const Verdict& verdict) {
  const bool is_improved = verdict.word == VerdictWord::kImproved;
  const bool is_noisy = verdict.word == VerdictWord::kNoisy;
  if ((!is_improved && !is_noisy) || !verdict.baseline || !verdict.now) return false;
  if (verdict.metric == kLaunchesMetric || verdict.metric == kHostLaunchesMetric) {
    return is_improved;
  }
  const bool is_work = verdict.is_additive || verdict.is_benchmark_time();
  return is_work && *verdict.now < *verdict.baseline / 2;
}

DriftSign drift_sign(const Decision& screen) {
  if (screen.theta <= 0 || std::isinf(screen.theta)) return {};
  return {screen.estimate / screen.theta, screen.is_log ? std::expm1(screen.estimate) : 0};
}

std::string drift_notice(std::span<const DriftSign> signs) {
  constexpr std::size_t kEnough = 5;
  if (signs.size() < kEnough) return "";
  const auto up = std::ranges::count_if(signs, [](const DriftSign& s) { return s.share > 0.5; });
  const auto down = std::ranges::count_if(signs, [](const DriftSign& s) { return s.share < -0.5; });
  const auto most = static_cast<std::size_t>(std::max(up, down));
  if (2 * most <= signs.size()) return "";
  std::vector<double> changes;
  for (const DriftSign& sign : signs) changes.push_back(sign.change);
  return "session drift suspected: " + std::to_string(most) + " of " +
         std::to_string(signs.size()) + " times moved the same way, by " +
         percent(median(changes)) +
         " in the middle; a time that would be regressed is suspect (measure side by side: "
         "'ncu-regions ab')";
}

}  // namespace ncu_regions
