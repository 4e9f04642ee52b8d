#include "harness/runs/outcome_check.h"

#include <algorithm>
#include <cmath>

#include "harness/core/capture_kind.h"
#include "harness/core/median.h"
#include "harness/core/text.h"
#include "harness/runs/digest.h"

namespace ncu_regions {
namespace {

// Values were divided, added and halved in another order.
constexpr double kSameWithin = 1e-9;

bool is_nearly(double a, double b) {
  return std::abs(a - b) <= kSameWithin * std::max(std::abs(a), std::abs(b));
}

// The word without its waiver: nothing where a stale waiver hides it.
std::optional<VerdictWord> judged_word(const Verdict& verdict) {
  if (verdict.word == VerdictWord::kWaived) return verdict.waived;
  if (verdict.word == VerdictWord::kWaiverStale) return std::nullopt;
  return verdict.word;
}

// One verdict: every function returns what contradicts its word, or "".
class VerdictCheck {
 public:
  explicit VerdictCheck(const Verdict& verdict) : verdict_(verdict), word_(judged_word(verdict)) {}

  std::string contradiction() const {
    if (verdict_.word == VerdictWord::kWaived && !verdict_.waived) return "nothing is waived";
    for (const auto check : {&VerdictCheck::values, &VerdictCheck::medians, &VerdictCheck::budget,
                             &VerdictCheck::limits, &VerdictCheck::exact}) {
      if (std::string text = (this->*check)(); !text.empty()) return text;
    }
    return "";
  }

 private:
  // Against an old value.
  bool is_compared() const {
    return word_ == VerdictWord::kImproved || word_ == VerdictWord::kRegressed ||
           word_ == VerdictWord::kSuspect || word_ == VerdictWord::kNoisy ||
           (word_ == VerdictWord::kPass && !verdict_.is_limit_only());
  }

  std::string values() const {
    if (word_ == VerdictWord::kNotMeasured) return "";
    if (!verdict_.now) return "it has no value";
    if (!is_compared()) return "";
    const bool has_all = verdict_.baseline && verdict_.allowed && verdict_.evidence;
    return has_all ? "" : "it has nothing that it was compared with";
  }

  std::string medians() const {
    const bool is_now = !verdict_.now || (!verdict_.now_samples.empty() &&
                                          is_nearly(*verdict_.now, median(verdict_.now_samples)));
    if (!is_now) return "its value is not the median of its captures";
    const bool is_old =
        !verdict_.baseline || (!verdict_.baseline_samples.empty() &&
                               is_nearly(*verdict_.baseline, median(verdict_.baseline_samples)));
    if (!is_old) return "its baseline is not the median of the old captures";
    return verdict_.captures < verdict_.now_samples.size() ? "it has more values than captures"
                                                           : "";
  }

  // Of each instance the budget is a share.
  std::string budget() const {
    if (!verdict_.allowed || !verdict_.baseline || verdict_.per_instance) return "";
    const double allowed = allowed_worsening(verdict_.budget, *verdict_.baseline);
    return is_nearly(*verdict_.allowed, allowed) ? "" : "its budget allows " + shortest(allowed);
  }

  // Every capture keeps them. The values here are those of some captures, or of an instance.
  std::string limits() const {
    if (word_ == VerdictWord::kOverLimit) {
      return verdict_.max || verdict_.min ? "" : "it has no limit";
    }
    if (verdict_.per_instance || word_ == VerdictWord::kNotMeasured) return "";
    const bool is_broken = std::ranges::any_of(verdict_.now_samples, [&](double value) {
      return (verdict_.max && value > *verdict_.max) || (verdict_.min && value < *verdict_.min);
    });
    return is_broken ? "a value of it breaks its limit" : "";
  }

  // Values that repeat exactly leave no room: over the budget is never a pass, and inside it never
  // worse.
  std::string exact() const {
    const bool is_exact = verdict_.evidence && verdict_.evidence->decision.step == "exact";
    if (!is_exact || !is_compared()) return "";
    const double change = *verdict_.now - *verdict_.baseline;
    const double worse = verdict_.worse == Direction::kBoth   ? std::abs(change)
                         : verdict_.worse == Direction::kDown ? -change
                                                              : change;
    const bool has_passed = word_ == VerdictWord::kPass || word_ == VerdictWord::kImproved;
    if (is_over(worse, *verdict_.allowed) != has_passed) return "";
    return shortest(*verdict_.baseline) + " became " + shortest(*verdict_.now) +
           ", and its budget allows " + shortest(*verdict_.allowed);
  }

  const Verdict& verdict_;
  std::optional<VerdictWord> word_;
};

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw Error(ErrorKind::kMeasurement, "cannot believe " + printable(file.string()) + ": " + why +
                                           ". It was changed, or written by another version: "
                                           "measure again.");
}

void require_code(const std::filesystem::path& file, const Json& written, ExitCode code,
                  const std::string& of) {
  if (written.get<int>() == static_cast<int>(code)) return;
  refuse(file, of + " has exit code " + written.dump() + ", and the verdicts give " +
                   std::to_string(static_cast<int>(code)));
}

std::string name_of(const Verdict& verdict) {
  return "region '" + printable(verdict.declared) + "', " + printable(verdict.metric);
}

// Each declared region was judged, and nothing else. Of a file of benchmarks all regions are
// declared, also those that nothing is gated of. Two runs that are compared declare their own.
void require_regions_judged(const std::filesystem::path& file, const Outcome& outcome) {
  if (outcome.mode == Mode::kFixed) return;
  for (const Verdict& verdict : outcome.verdicts) {
    if (std::ranges::find(outcome.declared, verdict.declared) == outcome.declared.end()) {
      refuse(file, name_of(verdict) + " was judged, and the region is not declared");
    }
  }
  if (outcome.skipped && !outcome.verdicts.empty())
    refuse(file, "it was skipped, and has verdicts");
  if (outcome.skipped || outcome.kind == to_string(CaptureKind::kBenchmark)) return;
  for (const std::string& region : outcome.declared) {
    if (std::ranges::find(outcome.verdicts, region, &Verdict::declared) == outcome.verdicts.end()) {
      refuse(file, "region '" + printable(region) + "' is declared and has no verdict");
    }
  }
}

}  // namespace

void require_consistent(const Json& json, const Outcome& outcome,
                        const std::filesystem::path& file) {
  require_regions_judged(file, outcome);
  for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
    const Verdict& verdict = outcome.verdicts[i];
    const std::string why = VerdictCheck(verdict).contradiction();
    if (!why.empty()) {
      refuse(file,
             name_of(verdict) + " is " + std::string(to_string(verdict.word)) + ", and " + why);
    }
    require_code(file, json.at("verdicts").at(i).at("ctest_exit_code"),
                 region_test_code(outcome, verdict), name_of(verdict));
  }
  require_code(file, json.at("exit_code"), exit_code_of(outcome), "the outcome");
}

void require_unchanged(std::string_view text, const std::filesystem::path& file) {
  if (!has_own_digest(text)) refuse(file, "its digest is not that of its content");
}

}  // namespace ncu_regions
