#include "harness/pipeline/check.h"

#include <algorithm>
#include <set>

#include "harness/baseline/baseline.h"
#include "harness/compare/judge.h"
#include "harness/core/error.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/lock.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/kernel_filter.h"
#include "harness/render/outcome_file.h"
#include "harness/render/report.h"
#include "harness/render/run_record.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

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

fs::path stored_baseline_file(const CheckRequest& request, const Outcome& outcome) {
  return baseline_file(request.workload.baselines, baseline_key(outcome));
}

void use_baseline(Outcome& outcome, const fs::path& file, const std::optional<Baseline>& baseline) {
  outcome.baseline.file = file.string();
  outcome.baseline.exists = baseline.has_value();
  if (!baseline || baseline->sessions.empty()) return;
  const Session& newest = *std::ranges::max_element(baseline->sessions, {}, &Session::date);
  outcome.baseline.commit = newest.commit;
  outcome.baseline.date = newest.date;
}

// Fields that do not keep values from being compared, and that a reader must know.
void note_other_conditions(Outcome& outcome, const std::optional<Baseline>& baseline,
                           const Fingerprint& fingerprint, const Settings& settings) {
  if (!baseline) return;
  std::set<std::string> families = {"structure"};
  for (const std::string& metric : settings.metrics) {
    families.insert(settings.metric_table.at(metric).family);
  }
  std::set<std::string> notes;
  for (const Session& session : baseline->sessions) {
    for (const std::string& family : families) {
      for (const FieldDifference& difference :
           compare_fingerprints(session.fingerprint, fingerprint, family).warn) {
        notes.insert("the baseline was measured with other " + difference.field + ": '" +
                     difference.before + "', now '" + difference.now + "'");
      }
    }
  }
  outcome.notes.insert(outcome.notes.end(), notes.begin(), notes.end());
}

void write_all(const fs::path& run, const Measured& measured, const Outcome& outcome) {
  write_run_record(run_record_file(run), measured.record);
  write_reports(run, {measured.record, measured.samples.front(), &outcome, measured.sections});
  write_outcome(outcome_file(run), outcome);
}

// A baseline of the kind that was asked for must not be passed over in silence.
void refuse_other_kind(const CheckRequest& request, Outcome outcome, const Measured& measured) {
  if (measured.instead_of.empty()) return;
  outcome.kind = measured.instead_of;
  const fs::path file = stored_baseline_file(request, outcome);
  if (!read_baseline(file)) return;
  throw Error(ErrorKind::kMeasurement,
              "measured with " + measured.kind + " because " + measured.instead_of +
                  " replay was not possible, but the baseline is of " + measured.instead_of +
                  " captures (" + file.string() + "); ask for REPLAY_MODE " + measured.kind +
                  " and accept a baseline of it, or move the call out of the region");
}

void judge_into(Outcome& outcome, const CheckRequest& request, const Settings& settings,
                const Measured& measured) {
  const fs::path file = stored_baseline_file(request, outcome);
  const std::optional<Baseline> baseline = read_baseline(file);
  use_baseline(outcome, file, baseline);
  note_other_conditions(outcome, baseline, measured.record.fingerprint, settings);
  const std::span<const RegionTree> samples = measured.samples;
  outcome.verdicts =
      judge({settings, request.workload.regions, samples.front(), samples.subspan(1),
             baseline ? &*baseline : nullptr, file.string(), measured.record.fingerprint,
             measured.beyond_this_machine, measured.survey ? &*measured.survey : nullptr,
             measured.without_result, measured.not_counted});
}

// Loads all settings that may be needed before anything is moved or run, and measures.
class Check {
 public:
  explicit Check(CheckRequest& request)
      : request_(request),
        host_(settings_for(request.workload, request.overrides, PresetFolder::kHost)) {
    resolve_program(request_.workload);
    machine_ = look_at_machine();
    if (needs_gpu_answer(host_, request_.workload)) look_at_gpu(machine_, host_.ncu.program);
    choose(machine_.no_gpu);
    if (choice_.profiler == Profiler::kNcu) load_ncu_settings();
  }

  Outcome run() {
    if (choice_.profiler == Profiler::kNcu) {
      const Measured measured = measure_with_ncu(request_, ncu_, machine_);
      if (measured.cannot_measure.empty()) return finish(measured, ncu_, measured.how);
      choose(measured.cannot_measure);
      if (choice_.profiler == Profiler::kHost) {
        request_.tell("going on with the host profiler: " + choice_.reason);
      }
    }
    if (choice_.profiler == Profiler::kNone) return skip();
    return finish(measure_on_host(request_, host_, machine_), host_, choice_.reason);
  }

 private:
  void choose(const std::string& no_gpu) {
    choice_ = choose_profiler(host_, request_.workload, no_gpu);
    if (choice_.profiler == Profiler::kHost) require_a_gate(host_);
    if (choice_.profiler != Profiler::kNone || !request_.workload.require_gpu) return;
    throw Error(ErrorKind::kMeasurement, "cannot measure here: " + choice_.reason);
  }

  void load_ncu_settings() {
    ncu_ = settings_for(request_.workload, request_.overrides, PresetFolder::kNcu);
    refuse_unknown_to_ncu(ncu_, machine_.ncu->version, sections_of(*machine_.ncu));
    require_a_gate(ncu_);
    const KernelFilter patterns(ncu_.shown.kernels);  // throws for a bad one, before anything runs
  }

  Outcome skip() const {
    Outcome outcome = new_outcome(request_, machine_);
    outcome.skipped = true;
    outcome.profiler_reason = choice_.reason;
    Measured nothing;
    nothing.record = new_record(request_, host_);
    nothing.samples.emplace_back();
    write_all(request_.workload.run, nothing, outcome);
    return outcome;
  }

  Outcome finish(const Measured& measured, const Settings& settings, const std::string& how) const {
    Outcome outcome = new_outcome(request_, machine_);
    outcome.kind = measured.kind;
    outcome.device = measured.device;
    outcome.profiler_reason = how;
    refuse_other_kind(request_, outcome, measured);
    judge_into(outcome, request_, settings, measured);
    write_proposed_baseline(request_.workload.run, measured.record, measured.samples, outcome);
    write_all(request_.workload.run, measured, outcome);
    return outcome;
  }

  CheckRequest& request_;
  Settings host_, ncu_;
  Machine machine_;
  ProfilerChoice choice_;
};

}  // namespace

Outcome check(CheckRequest request) {
  require_regions(request.workload);
  const fs::path& run = request.workload.run;
  const MachineLock lock(request.tell);
  if (request.invalidate_first) prepare_run_folder(run);
  Check check(request);
  if (!request.invalidate_first) prepare_run_folder(run);
  return check.run();
}

Outcome rebuild_reports(const fs::path& run) {
  const StoredRun stored = read_run(run);
  write_reports(run, {stored.record, stored.samples.front(), &stored.outcome, stored.sections});
  return stored.outcome;
}

}  // namespace ncu_regions
