#include "harness/pipeline/judging.h"

#include <algorithm>
#include <set>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/measured.h"
#include "harness/runs/baseline_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

Baseline key_of(const CheckRequest& request, const std::string& kind, const std::string& device) {
  Outcome outcome;
  outcome.workload = request.workload.name;
  outcome.preset = request.workload.preset;
  outcome.kind = kind;
  outcome.device = device;
  return baseline_key(outcome);
}

std::set<std::string> families_of(const Settings& settings) {
  std::set<std::string> families = {"structure"};
  for (const std::string& metric : settings.metrics) {
    families.insert(settings.metric_table.at(metric).family);
  }
  return families;
}

BaselineUsed baseline_used(const fs::path& file, const std::optional<Baseline>& baseline) {
  BaselineUsed used;
  used.file = file.string();
  used.exists = baseline.has_value();
  if (!baseline || baseline->sessions.empty()) return used;
  const Session& newest = *std::ranges::max_element(baseline->sessions, {}, &Session::date);
  used.commit = newest.commit;
  used.date = newest.date.substr(0, 10);
  return used;
}

std::size_t workloads_of(const CheckRequest& request, const Settings& settings) {
  return settings.decision.family.value_or(request.workload.siblings);
}

}  // namespace

Outcome new_outcome(const CheckRequest& request, const Machine& machine) {
  Outcome outcome;
  outcome.workload = request.workload.name;
  outcome.preset = request.workload.preset;
  outcome.kind = to_string(CaptureKind::kHost);
  outcome.device = "host-" + machine.architecture;
  outcome.declared = request.workload.regions;
  outcome.require_baseline = request.workload.require_baseline;
  outcome.allow_incomparable = request.workload.allow_incomparable;
  return outcome;
}

Judging::Judging(const CheckRequest& request, const Taker& head, const Taker* base,
                 const Ledger& ledger)
    : request_(request), head_(head), base_(base), ledger_(ledger) {}

void Judging::look_up_baseline() {
  if (has_looked_) return;
  has_looked_ = true;
  const Baseline key = key_of(request_, head_.kind(), head_.device());
  file_ = baseline_file(request_.workload.baselines, key);
  if (!request_.is_side_by_side()) {
    refuse_other_kind();
    baseline_ = read_baseline(file_, {key, head_.settings().metric_table});
  } else if (base_ != nullptr && base_->kind() != head_.kind()) {
    throw Error(ErrorKind::kMeasurement, "the base build was measured with " + base_->kind() +
                                             " replay and the new one with " + head_.kind() +
                                             ": those are two different things");
  }
}

void Judging::look_early() {
  if (!head_.device().empty()) look_up_baseline();
}

// A baseline of the kind that was asked for must not be passed over in silence.
void Judging::refuse_other_kind() const {
  const std::string asked = head_.instead_of();
  if (asked.empty()) return;
  const Baseline key = key_of(request_, asked, head_.device());
  const fs::path file = baseline_file(request_.workload.baselines, key);
  if (!read_baseline(file, {key, head_.settings().metric_table})) return;
  throw Error(ErrorKind::kMeasurement,
              "measured with " + head_.kind() + " because " + asked +
                  " replay was not possible, but the baseline is of " + asked + " captures (" +
                  file.string() + "); ask for REPLAY_MODE " + head_.kind() +
                  " and accept a baseline of it, or move the call out of the region");
}

Mode Judging::mode() const {
  return request_.is_side_by_side() ? Mode::kSideBySide : Mode::kStored;
}

Judgement Judging::judge_by(std::span<const GatedTest> tests, const Settings& settings,
                            const Baseline* baseline, bool is_all) const {
  const Fingerprint fingerprint = head_.fingerprint();
  return ncu_regions::judge(
      {.tests = tests,
       .samples = ledger_.samples,
       .mode = mode(),
       .baseline = baseline,
       .baseline_file = file_.string(),
       .base_build = request_.base_rules ? request_.base_rules->build.string() : "",
       .base_declared = request_.base_regions,
       .fingerprint = fingerprint,
       .base_fingerprint = nullptr,
       .obstacles = head_.obstacles(),
       .survey = head_.survey(),
       .captures_max = settings.decision.captures_max,
       .workloads = workloads_of(request_, settings),
       .fail_on = settings.decision.fail_on,
       .today = utc_now().substr(0, 10),
       .is_all = is_all});
}

Judgement Judging::judge(bool is_all) {
  look_up_baseline();
  const Settings& settings = head_.settings();
  const std::vector<GatedTest> tests = head_.tests(stored());
  Judgement judgement = judge_by(tests, settings, stored(), is_all);
  for (const std::string& note : notes_on_waivers(settings, tests)) {
    judgement.notes.push_back(note);
  }
  return judgement;
}

std::optional<RuleReview> Judging::review(const Outcome& outcome) const {
  if (!request_.base_rules) return std::nullopt;
  std::optional<Baseline> baseline;
  try {
    baseline = read_baseline(
        file_, {key_of(request_, head_.kind(), head_.device()), head_.settings().metric_table});
  } catch (const Error&) {  // side by side nobody needs it, and the report has said so
  }
  return review_rules(
      {.base = *request_.base_rules,
       .workload = request_.workload,
       .overrides = request_.overrides,
       .settings = head_.settings(),
       .baseline = baseline ? &*baseline : nullptr,
       .outcome = outcome,
       .opened = head_.opened().paths(),
       .clocks_locked = !clocks_unlocked(head_.fingerprint()),
       .judge = [&](std::span<const GatedTest> tests, const Settings& settings,
                    const Baseline* old) {
         return judge_by(tests, settings, mode() == Mode::kStored ? old : nullptr, true).verdicts;
       }});
}

// Fields that do not keep values from being compared, and that a reader must know.
std::vector<std::string> Judging::notes_on_conditions() const {
  std::set<std::string> notes;
  const Fingerprint now = head_.fingerprint();
  const auto add = [&](const Fingerprint& before, const std::string& what, bool all) {
    for (const std::string& family : families_of(head_.settings())) {
      const FingerprintComparison fields = compare_fingerprints(before, now, family);
      std::vector<FieldDifference> differences = fields.warn;
      if (all) {
        differences.insert(differences.end(), fields.must_match.begin(), fields.must_match.end());
      }
      for (const FieldDifference& field : differences) {
        notes.insert(what + " was measured with other " + field.field + ": '" + field.before +
                     "', now '" + field.now + "'");
      }
    }
  };
  if (base_ != nullptr) add(base_->fingerprint(), "the base build", true);
  if (baseline_) {
    for (const Session& session : baseline_->sessions) {
      if (!baseline_->is_used(session)) continue;
      add(session.fingerprint, "the baseline", false);
    }
  }
  return {notes.begin(), notes.end()};
}

// A region that nobody declares any more is judged by nobody.
std::vector<std::string> Judging::notes_on_undeclared(const std::vector<Verdict>& verdicts) const {
  const std::vector<std::string>& declared = request_.workload.regions;
  std::set<std::string> gone;
  for (const std::string& region : request_.base_regions) {
    if (std::ranges::find(declared, region) == declared.end()) gone.insert(region);
  }
  const auto is_judged = [&](const RegionPath& stored) {
    return std::ranges::any_of(verdicts, [&](const Verdict& verdict) {
      // A region that was not measured fails by itself, whatever its path was.
      const bool is_missing = verdict.word == VerdictWord::kNotMeasured;
      return verdict.old_region() == stored ||
             (is_missing && is_named_by(stored, verdict.declared));
    });
  };
  for (const StoredValue& value : baseline_ ? baseline_->values : std::vector<StoredValue>()) {
    const std::string written = written_form(value.region);
    if (!gone.contains(written) && !is_judged(value.region)) gone.insert(written);
  }
  std::vector<std::string> notes;
  notes.reserve(gone.size());
  for (const std::string& region : gone) {
    notes.push_back((baseline_ ? "the baseline has region '" : "the base build declares region '") +
                    region + "', which this test does not declare: it is not judged");
  }
  return notes;
}

// A metric that the baseline has of a judged region, and that is not gated any more.
std::vector<std::string> Judging::notes_on_ungated(const std::vector<Verdict>& verdicts) const {
  std::set<std::pair<RegionPath, std::string>> judged;
  std::set<RegionPath> regions;
  for (const Verdict& verdict : verdicts) {
    judged.emplace(verdict.old_region(), verdict.metric);
    regions.insert(verdict.old_region());
  }
  std::set<std::string> metrics;
  for (const StoredValue& value : baseline_ ? baseline_->values : std::vector<StoredValue>()) {
    const bool is_judged = judged.contains({value.region, value.metric});
    if (regions.contains(value.region) && !is_judged) metrics.insert(value.metric);
  }
  if (metrics.empty()) return {};
  const std::vector<std::string> names(metrics.begin(), metrics.end());
  return {"the baseline has values of " + join(names, ", ") + ", which this check does not judge"};
}

Outcome Judging::outcome(const Judgement& judgement, const std::string& how) const {
  Outcome outcome;
  outcome.workload = request_.workload.name;
  outcome.preset = request_.workload.preset;
  outcome.kind = head_.kind();
  outcome.device = head_.device();
  outcome.profiler_reason = how;
  outcome.declared = request_.workload.regions;
  outcome.require_baseline = request_.workload.require_baseline;
  outcome.allow_incomparable = request_.workload.allow_incomparable;
  outcome.mode = mode();
  outcome.base = request_.new_here;
  if (base_ != nullptr) {
    const Workload& base = *request_.base;
    const bool is_host = head_.kind() == to_string(CaptureKind::kHost);
    outcome.base = (is_host ? base.host_command : base.gpu_command).front();
  }
  outcome.baseline = baseline_used(file_, baseline_);
  std::error_code failed;
  outcome.baseline.exists = baseline_.has_value() || fs::exists(file_, failed);
  outcome.workloads = workloads_of(request_, head_.settings());
  outcome.undecided = judgement.undecided;
  outcome.family = judgement.family;
  outcome.spent = spent_in(ledger_);
  outcome.verdicts = judgement.verdicts;
  outcome.notes = notes_on_conditions();
  outcome.notes.insert(outcome.notes.end(), judgement.notes.begin(), judgement.notes.end());
  for (const auto& notes :
       {notes_on_undeclared(judgement.verdicts), notes_on_ungated(judgement.verdicts)}) {
    outcome.notes.insert(outcome.notes.end(), notes.begin(), notes.end());
  }
  return outcome;
}

}  // namespace ncu_regions
