#include "harness/compare/judge_case.h"

#include <algorithm>

#include "harness/compare/old_side.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

class CaseMaker {
 public:
  explicit CaseMaker(const JudgeInput& input)
      : in_(input), opened_(&opened_regions(input)), old_side_(input, *opened_) {}

  std::vector<Case> make() const {
    std::vector<Case> cases;
    for (const GatedTest& test : in_.tests) {
      if (!is_excused(test)) cases.push_back(prepare(test));
    }
    return cases;
  }

 private:
  // What was not counted is judged only where that would hide a change.
  bool is_excused(const GatedTest& test) const {
    return in_.obstacles.not_counted.contains(test.metric) &&
           !in_.obstacles.not_available.contains(test.metric) && !test.max && !test.min &&
           samples_of(in_, test, old_side_.find(test).path).old().empty();
  }

  Case prepare(const GatedTest& test) const {
    Case each;
    static_cast<GatedTest&>(each.verdict) = test;
    Verdict& verdict = each.verdict;
    const OldRegion old = old_side_.find(test);
    if (old.path != test.region) verdict.moved_from = old.path;
    each.samples = samples_of(in_, test, old.path);
    verdict.reason = why_not_measured(each);
    if (verdict.reason.empty() && !test.is_limit_only()) verdict.reason = old.ambiguity;
    if (!verdict.reason.empty()) return each;
    verdict.captures = each.samples.all_now.size();
    verdict.now = median(each.samples.now);
    verdict.now_samples = each.samples.now;
    if (test.is_limit_only()) {
      verdict.word = VerdictWord::kPass;
    } else {
      find_old(each);
    }
    return each;
  }

  std::string why_not_measured(Case& each) const {
    Verdict& verdict = each.verdict;
    const std::string written = written_form(verdict.region);
    auto undone = opened_->undone.find(verdict.region.labels.back());
    // Never opened: the declared text may be a label with '/' in it.
    if (undone == opened_->undone.end()) undone = opened_->undone.find(verdict.declared);
    if (undone != opened_->undone.end()) return why_undone(verdict, undone->second);
    if (opened_->find(verdict.region) == nullptr) {
      verdict.is_region_missing = true;
      if (in_.mode == Mode::kFixed) return "only the first run has it: it was lost";
      return (opened_->is_benchmark()
                  ? "the file has no benchmark '" + verdict.declared + "'"
                  : "region '" + verdict.declared + "' was declared and never opened") +
             nearest_region(verdict.declared) + "; " + seen_regions(*opened_);
    }
    if (each.samples.with_value > 0) return why_too_few(each.samples);
    if (in_.mode == Mode::kFixed)
      return "the second run has no value of it" + recorded_reason(verdict);
    if (const auto found = in_.obstacles.not_available.find(verdict.metric);
        found != in_.obstacles.not_available.end()) {
      return found->second;
    }
    if (const auto found = in_.obstacles.not_counted.find(verdict.metric);
        found != in_.obstacles.not_counted.end()) {
      return found->second +
             (each.samples.old().empty() ? "" : "; the baseline has a value for it");
    }
    if (const auto found = in_.obstacles.without_result.find(written);
        found != in_.obstacles.without_result.end()) {
      return found->second;
    }
    const Region* region = first_region(verdict);
    if (region == nullptr) {
      return "the program opened the region, and the profiler has no result of it";
    }
    if (const auto found = in_.obstacles.beyond_this_machine.find(verdict.metric);
        found != in_.obstacles.beyond_this_machine.end()) {
      verdict.beyond_this_machine = true;
      return found->second;
    }
    return why_no_value(*region, verdict.metric);
  }

  // What skipped itself is a skip; what failed has measured something else than its work.
  static std::string why_undone(Verdict& verdict, const Undone& undone) {
    verdict.is_region_missing = undone.has_failed;
    verdict.beyond_this_machine = verdict.did_not_run = !undone.has_failed;
    return std::string(undone.has_failed ? "it failed" : "it skipped itself") +
           (undone.why.empty() ? "" : ": " + printable(undone.why));
  }

  // What the capture itself says: ": the file was not there".
  std::string recorded_reason(const Verdict& verdict) const {
    const Region* region = first_region(verdict);
    if (region == nullptr || !region->not_measured.contains(verdict.metric)) return "";
    return ": " + region->not_measured.at(verdict.metric);
  }

  // The region in the first capture that should have it.
  const Region* first_region(const Verdict& verdict) const {
    const Region* found = nullptr;
    for (const TakenSample& sample : in_.samples) {
      if (sample.info.side != BuildSide::kHead || sample.info.phase == Phase::kWarmUp) continue;
      if (!sample.info.covers(verdict.declared, verdict.metric)) continue;
      found = sample.tree.find(verdict.region);
      if (found != nullptr) break;
    }
    return found;
  }

  std::string nearest_region(const std::string& declared) const {
    std::vector<std::string> known;
    for (const Region& region : opened_->regions) known.push_back(written_form(region.path));
    return suggestion(declared, known);
  }

  static std::string why_too_few(const TestSamples& samples) {
    const bool base_has_all = samples.base_with_value == samples.base_captures;
    if (2 * samples.with_value >= samples.captures || !base_has_all) return "";
    return "only " + std::to_string(samples.with_value) + " of " +
           std::to_string(samples.captures) + " captures have a value of it";
  }

  void find_old(Case& each) const {
    Verdict& verdict = each.verdict;
    if (each.samples.old().empty()) return find_why_new(verdict);
    verdict.reason = why_incomparable(verdict);
    if (!verdict.reason.empty()) {
      verdict.word = VerdictWord::kIncomparable;
      return;
    }
    divide_if_instances_changed(each);
    verdict.baseline_samples = each.samples.old();
    verdict.baseline = median(each.samples.old());
    verdict.allowed = allowed_worsening(verdict.rule().allow, *verdict.baseline);
    each.namesakes = old_side_.namesakes_of(verdict);
    each.is_compared = true;
  }

  void find_why_new(Verdict& verdict) const {
    verdict.reason = old_side_.why_lost(verdict);
    if (!verdict.reason.empty()) {
      verdict.is_region_missing = old_side_.is_region_missing(verdict);
      return;
    }
    verdict.word = VerdictWord::kNoBaseline;
    verdict.reason = why_no_baseline();
  }

  std::string why_no_baseline() const {
    if (in_.mode == Mode::kSideBySide) return "new here: the base build has no value of it";
    if (in_.mode == Mode::kFixed) return "new here: the first run has no value of it";
    return in_.baseline == nullptr
               ? "no baseline for this device (" + in_.baseline_file + ")"
               : "the baseline has no value for it yet (" + in_.baseline_file + ")";
  }

  std::string why_incomparable(const Verdict& verdict) const {
    if (in_.mode == Mode::kFixed && in_.base_fingerprint != nullptr) {
      return differences(*in_.base_fingerprint, verdict);
    }
    if (in_.mode != Mode::kStored) return "";
    for (const auto& [id, samples] :
         in_.baseline->find(verdict.old_region(), verdict.metric)->samples) {
      std::string why = differences(in_.baseline->find_session(id)->fingerprint, verdict);
      if (!why.empty()) return why;
    }
    return "";
  }

  std::string differences(const Fingerprint& before, const Verdict& verdict) const {
    const auto fields = compare_fingerprints(before, in_.fingerprint, verdict.family).must_match;
    std::string text;
    for (const FieldDifference& difference : fields) {
      text += (text.empty() ? "the baseline was measured under other conditions: " : "; ") +
              difference.field + ": " + difference.before + " -> " + difference.now;
    }
    return text;
  }

  // A changed number of instances fails by itself where it is gated: then the cost of each instance
  // is the other question. Where it is not, the total is all there is to judge.
  bool are_instances_gated(const Verdict& verdict) const {
    return std::ranges::any_of(in_.tests, [&](const GatedTest& test) {
      return test.declared == verdict.declared && test.metric == kInstancesMetric &&
             test.gate == Gate::kFail;
    });
  }

  void divide_if_instances_changed(Case& each) const {
    if (!each.verdict.is_additive || each.verdict.metric == kInstancesMetric) return;
    GatedTest instances = each.verdict;
    instances.metric = kInstancesMetric;
    const TestSamples counted = samples_of(in_, instances, old_side_.find(instances).path);
    const Samples before = counted.old();
    if (before.empty() || counted.now.empty()) return;
    const double then = median(before);
    const double now = median(counted.now);
    if (then == now || then <= 0 || now <= 0 || !are_instances_gated(each.verdict)) return;
    per_instance(each.samples, then, now);
    each.verdict.per_instance = true;
    each.verdict.old_instances = then;
    each.verdict.now = *each.verdict.now / now;
    for (double& value : each.verdict.now_samples) value /= now;
  }

  const JudgeInput& in_;
  const RegionTree* opened_;
  OldSide old_side_;
};

}  // namespace

std::vector<Case> make_cases(const JudgeInput& input) { return CaseMaker(input).make(); }

}  // namespace ncu_regions
