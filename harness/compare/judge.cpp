#include "harness/compare/judge.h"

#include <algorithm>
#include <cmath>

#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/core/unit.h"

namespace ncu_regions {
namespace {

// Values that sit exactly on the budget must not depend on rounding.
bool over(double x, double threshold) { return x > threshold * (1 + 1e-9); }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<double> all_samples(const StoredValue& stored) {
  std::vector<double> samples;
  for (const auto& [session, values] : stored.samples) {
    samples.insert(samples.end(), values.begin(), values.end());
  }
  return samples;
}

std::string list_of(const std::vector<FieldDifference>& differences) {
  std::string text;
  for (const FieldDifference& difference : differences) {
    text += (text.empty() ? "" : "; ") + difference.field + ": " + difference.before + " -> " +
            difference.now;
  }
  return text;
}

class Judge {
 public:
  explicit Judge(const JudgeInput& input) : in_(input) {}

  std::vector<Verdict> run() {
    std::vector<Verdict> verdicts;
    const std::vector<RegionPath> known = opened().paths();
    for (const std::string& declared : in_.declared) {
      const RegionPath* found = find_region(known, declared);
      declared_.push_back(found != nullptr ? *found : parse_written_form(declared));
      for (const std::string& metric : in_.settings.metrics) {
        Verdict verdict = prepare(declared, declared_.back(), metric);
        if (verdict.gate == Gate::kInfo || is_excused(verdict)) continue;
        decide(verdict, found != nullptr);
        verdicts.push_back(std::move(verdict));
      }
    }
    refuse_unused_budgets();
    return verdicts;
  }

 private:
  Verdict prepare(const std::string& declared, const RegionPath& region,
                  const std::string& metric) {
    const MetricInfo& info = in_.settings.metric_table.at(metric);
    Verdict verdict;
    verdict.declared = declared;
    verdict.region = region;
    verdict.metric = metric;
    verdict.unit = info.unit.empty() ? unit_of_metric(metric) : info.unit;
    verdict.family = info.family;
    verdict.gate = info.gate;
    verdict.budget = info.allow;
    verdict.budget_origin = "conf/metrics.yaml";
    direction_ = info.worse;
    for (const BudgetRule& rule : in_.settings.budgets) {
      if (!glob_match(rule.metric, metric) || !covers(rule.region, region)) continue;
      if (rule.allow) verdict.budget = *rule.allow;
      if (rule.gate) verdict.gate = *rule.gate;
      if (rule.direction) direction_ = *rule.direction;
      verdict.budget_origin = rule.origin;
    }
    return verdict;
  }

  // What was not counted is judged only where that would hide a change.
  bool is_excused(const Verdict& verdict) const {
    return in_.not_counted.contains(verdict.metric) &&
           (in_.baseline == nullptr ||
            in_.baseline->find(verdict.region, verdict.metric) == nullptr);
  }

  const RegionTree& opened() const { return in_.survey == nullptr ? in_.tree : *in_.survey; }

  void decide(Verdict& verdict, bool was_opened) {
    const auto beyond = in_.beyond_this_machine.find(verdict.metric);
    const Region* region = in_.tree.find(verdict.region);
    const auto without = in_.without_result.find(written_form(verdict.region));
    if (!was_opened) {
      verdict.reason = "region '" + verdict.declared + "' was declared and never opened" +
                       nearest_region(verdict.declared) + "; " + seen_regions(opened());
    } else if (const auto not_counted = in_.not_counted.find(verdict.metric);
               not_counted != in_.not_counted.end()) {
      verdict.reason = not_counted->second + "; the baseline has a value for it";
    } else if (without != in_.without_result.end()) {
      verdict.reason = without->second;
    } else if (region == nullptr) {
      verdict.reason = "the program opened the region, and the profiler has no result of it";
    } else if (beyond != in_.beyond_this_machine.end()) {
      verdict.beyond_this_machine = true;
      verdict.reason = beyond->second;
    } else if (const std::string why = why_no_value(*region, verdict.metric); !why.empty()) {
      verdict.reason = why;
    } else {
      verdict.now = median(samples_of(verdict, *region));
      against_baseline(verdict, *region);
    }
  }

  std::string nearest_region(const std::string& declared) const {
    std::vector<std::string> known;
    for (const Region& region : opened().regions) known.push_back(written_form(region.path));
    return suggestion(declared, known);
  }

  // One per capture; a capture that has none of it is not counted.
  std::vector<double> samples_of(const Verdict& verdict, const Region& region) const {
    std::vector<double> samples = {*region.all.metrics.at(verdict.metric).inclusive};
    for (const RegionTree& repeat : in_.repeats) {
      const Region* again = repeat.find(verdict.region);
      if (again == nullptr || !why_no_value(*again, verdict.metric).empty()) continue;
      samples.push_back(*again->all.metrics.at(verdict.metric).inclusive);
    }
    return samples;
  }

  static std::string why_no_value(const Region& region, const std::string& metric) {
    const auto why = region.not_measured.find(metric);
    if (why != region.not_measured.end()) return why->second;
    const auto totals = region.all.metrics.find(metric);
    const bool measured = totals != region.all.metrics.end() && totals->second.inclusive;
    return measured ? "" : "the profiler gave no value for " + metric + " in this region";
  }

  void against_baseline(Verdict& verdict, const Region& region) {
    const StoredValue* stored =
        in_.baseline == nullptr ? nullptr : in_.baseline->find(verdict.region, verdict.metric);
    if (stored == nullptr) {
      verdict.word = VerdictWord::kNoBaseline;
      verdict.reason = in_.baseline == nullptr
                           ? "no baseline for this device (" + in_.baseline_file + ")"
                           : "the baseline has no value for it yet (" + in_.baseline_file + ")";
      return;
    }
    if (const std::string why = incomparable(*stored, verdict); !why.empty()) {
      verdict.word = VerdictWord::kIncomparable;
      verdict.reason = why;
      return;
    }
    verdict.baseline = median(all_samples(*stored));
    judge_per_instance_if_needed(verdict, region);
    compare(verdict);
  }

  std::string incomparable(const StoredValue& stored, const Verdict& verdict) const {
    for (const auto& [id, samples] : stored.samples) {
      const FingerprintComparison fields = compare_fingerprints(
          in_.baseline->find_session(id)->fingerprint, in_.fingerprint, verdict.family);
      if (!fields.must_match.empty()) {
        return "the baseline was measured under other conditions: " + list_of(fields.must_match);
      }
    }
    return "";
  }

  // More or fewer instances are a finding of their own (region__instances); the cost of each is
  // another question.
  void judge_per_instance_if_needed(Verdict& verdict, const Region& region) const {
    if (verdict.metric == kInstancesMetric || region.all.instances == 0) return;
    if (in_.settings.metric_table.at(verdict.metric).roll_up != RollUp::kSum) return;
    const StoredValue* stored = in_.baseline->find(verdict.region, std::string(kInstancesMetric));
    if (stored == nullptr) return;
    const double before = median(all_samples(*stored));
    const auto now = static_cast<double>(region.all.instances);
    if (before == now || before <= 0) return;
    verdict.per_instance = true;
    verdict.baseline = *verdict.baseline / before;
    verdict.now = *verdict.now / now;
  }

  void compare(Verdict& verdict) const {
    const ExactComparison result =
        compare_exactly(*verdict.baseline, *verdict.now, verdict.budget, direction_);
    verdict.allowed = result.allowed;
    const bool exact = in_.settings.metric_table.at(verdict.metric).deterministic;
    if (exact) {
      verdict.word = result.worse    ? VerdictWord::kRegressed
                     : result.better ? VerdictWord::kImproved
                                     : VerdictWord::kPass;
    } else {
      verdict.word = result.worse ? VerdictWord::kSuspect : VerdictWord::kNoisy;
    }
    verdict.reason = reason(verdict, exact);
  }

  std::string reason(const Verdict& verdict, bool exact) const {
    const double change = *verdict.now - *verdict.baseline;
    const std::string per = verdict.per_instance ? " per instance" : "";
    std::string text = change == 0 ? "no change"
                                   : grouped(std::abs(change)) + " " + verdict.unit + per +
                                         (change > 0 ? " more" : " fewer") + " than the baseline";
    const std::string sign = direction_ == Direction::kBoth   ? "+/-"
                             : direction_ == Direction::kDown ? "-"
                                                              : "+";
    // Parts of an instruction cannot be used up.
    const double allowed = exact ? std::floor(*verdict.allowed) : *verdict.allowed;
    text += ", allowed " + sign + grouped(allowed) + " (" + to_string(verdict.budget) + ", " +
            verdict.budget_origin + ")";
    if (!exact) text += "; it varies from capture to capture: this version fails on no such metric";
    return text;
  }

  void refuse_unused_budgets() const {
    for (const BudgetRule& rule : in_.settings.budgets) {
      const bool region_known = std::ranges::any_of(
          declared_, [&](const RegionPath& region) { return covers(rule.region, region); });
      const bool metric_known =
          std::ranges::any_of(in_.settings.metrics,
                              [&](const std::string& m) { return glob_match(rule.metric, m); }) ||
          std::ranges::any_of(in_.settings.other_metrics,
                              [&](const std::string& m) { return glob_match(rule.metric, m); });
      if (region_known && metric_known) continue;
      throw Error(ErrorKind::kUsage,
                  rule.origin + ": this budget is never used: no " +
                      (region_known ? "measured metric matches '" + rule.metric + "'"
                                    : "declared region matches '" + rule.region + "'"));
    }
  }

  const JudgeInput& in_;
  std::vector<RegionPath> declared_;
  Direction direction_ = Direction::kUp;  // of the verdict in hand
};

}  // namespace

ExactComparison compare_exactly(double before, double now, const Allowance& budget,
                                Direction worse) {
  ExactComparison result;
  result.allowed = std::max(budget.absolute, budget.relative * std::abs(before));
  const double up = now - before;
  switch (worse) {
    case Direction::kUp:
      result.worse = over(up, result.allowed);
      result.better = over(-up, result.allowed);
      break;
    case Direction::kDown:
      result.worse = over(-up, result.allowed);
      result.better = over(up, result.allowed);
      break;
    case Direction::kBoth:
      result.worse = over(std::abs(up), result.allowed);
      break;
  }
  return result;
}

std::vector<Verdict> judge(const JudgeInput& input) { return Judge(input).run(); }

}  // namespace ncu_regions
