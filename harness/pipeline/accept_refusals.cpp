#include "harness/pipeline/accept_refusals.h"

#include <algorithm>
#include <cmath>

#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

std::string how_to_get_more(const Verdict& verdict, std::size_t captures) {
  const std::string number = std::to_string(captures);
  if (verdict.metric.starts_with(kBenchmarkPrefix)) {
    return "run the program with --benchmark_repetitions=" + number;
  }
  return "add --captures " + number + ", which takes as many anew";
}

}  // namespace

std::string name_of(const Verdict& verdict) {
  return "region '" + printable(verdict.declared) + "', " + verdict.metric;
}

void refuse_partial(const Outcome& outcome) {
  for (const Verdict& verdict : outcome.verdicts) {
    if (verdict.word != VerdictWord::kNotMeasured || verdict.did_not_run) continue;
    throw Error(ErrorKind::kMeasurement, kNothingAccepted + name_of(verdict) +
                                             " was not measured (" + printable(verdict.reason) +
                                             "); measure all of it first");
  }
  if (outcome.skipped || std::ranges::all_of(outcome.verdicts, &Verdict::did_not_run)) {
    throw Error(ErrorKind::kMeasurement, std::string(kNothingAccepted) +
                                             "the run measured nothing (" +
                                             outcome.profiler_reason + ")");
  }
}

bool is_exact(const Verdict& verdict, const RawSamples& samples) {
  const Samples values = measured(samples);
  return verdict.deterministic && !values.empty() &&
         std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

RawSamples samples_to_store(const Verdict& verdict, const RawSamples& samples) {
  if (!is_exact(verdict, samples)) return samples;
  return {measured(samples).front()};
}

void refuse_gaps(const Verdict& verdict, const RawSamples& samples) {
  const Samples values = measured(samples);
  if (values.size() < samples.size()) {
    throw Error(ErrorKind::kMeasurement,
                kNothingAccepted + name_of(verdict) + " has a value in only " +
                    std::to_string(values.size()) + " of " + std::to_string(samples.size()) +
                    " captures; measure again, or leave it out with --region and --metric");
  }
}

void refuse_single(const Verdict& verdict, const RawSamples& samples) {
  if (!is_exact(verdict, samples) || samples.size() >= kExactBaselineCaptures) return;
  throw Error(ErrorKind::kUsage, kNothingAccepted + name_of(verdict) +
                                     " is declared deterministic, and the run has one capture of "
                                     "it; two that agree are stored: " +
                                     how_to_get_more(verdict, kExactBaselineCaptures));
}

void refuse_too_few(const Verdict& verdict, const RawSamples& samples) {
  if (verdict.deterministic || samples.size() >= kBaselineCaptures) return;
  throw Error(ErrorKind::kUsage,
              kNothingAccepted + name_of(verdict) + " varies, and the run has " +
                  counted(samples.size(), "capture") + " of it; " +
                  how_to_get_more(verdict, kBaselineCaptures) +
                  " (a smaller number with --captures if you know better: a check against few "
                  "stored captures proves nothing)");
}

void refuse_other_session(const Verdict& verdict, const StoredValue* stored, const Samples& now) {
  if (stored == nullptr) {
    throw Error(ErrorKind::kMeasurement, kNothingAccepted + name_of(verdict) +
                                             " has no stored level to add a session to; accept one "
                                             "first, without --add-session");
  }
  const double before = median(stored->all_samples());
  const double after = median(now);
  if (!is_over(std::abs(after - before), allowed_worsening(verdict.budget, before))) return;
  throw Error(ErrorKind::kMeasurement,
              kNothingAccepted + name_of(verdict) + " is stored with " + grouped(before) + " " +
                  verdict.unit + ", and the run has " + grouped(after) + " " + verdict.unit +
                  ": that is another level, not another session of unchanged code");
}

void refuse_other_level(const Verdict& verdict, const Samples& reviewed, const Samples& now) {
  if (reviewed.empty() || now.empty()) {
    throw Error(ErrorKind::kMeasurement,
                kNothingAccepted + name_of(verdict) +
                    (now.empty() ? " was measured in the run, and not now"
                                 : " was not measured in the run") +
                    "; check again, or leave it out with --region and --metric");
  }
  const double before = median(reviewed);
  const double after = median(now);
  if (!is_over(std::abs(after - before), allowed_worsening(verdict.budget, before))) return;
  throw Error(
      ErrorKind::kMeasurement,
      kNothingAccepted + name_of(verdict) + " was " + grouped(before) + " " + verdict.unit +
          " in the run, and measured again it is " + grouped(after) + " " + verdict.unit +
          ": was the program changed since, or is the machine busy? Check again, and look at the "
          "report");
}

}  // namespace ncu_regions
