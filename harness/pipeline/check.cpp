#include "harness/pipeline/check.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "harness/baseline/baseline.h"
#include "harness/command/capture_command.h"
#include "harness/compare/judge.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/core/version.h"
#include "harness/host/events.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/host_captures.h"
#include "harness/pipeline/lock.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/region_tree.h"
#include "harness/render/host_raw_csv.h"
#include "harness/render/outcome_file.h"
#include "harness/render/report.h"
#include "harness/render/run_record.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// A folder that is not one of ours is never moved or deleted, whatever --run says.
void require_run_folder(const fs::path& folder) {
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  const bool empty = fs::is_directory(folder, failed) && fs::is_empty(folder, failed);
  // A run that was killed may have left any one of these.
  for (const fs::path& own : {outcome_file(folder), run_record_file(folder), folder / kCaptures}) {
    if (fs::exists(own, failed)) return;
  }
  if (empty) return;
  throw Error(ErrorKind::kUsage, folder.string() +
                                     " is in the way: it is not a run folder; name another one "
                                     "with --run, or move it away");
}

// From here on the old outcome cannot be read by mistake, whatever goes wrong next. A complete run
// is kept as <run>.previous; what is left of a failed one is not worth that place.
void prepare_run_folder(const fs::path& run) {
  const fs::path previous = run.string() + ".previous";
  require_run_folder(run);
  require_run_folder(previous);
  std::error_code failed;
  if (fs::exists(outcome_file(run), failed)) {
    fs::remove_all(previous, failed);
    fs::rename(run, previous, failed);
  } else {
    fs::remove_all(run, failed);
  }
  if (failed) {
    throw Error(ErrorKind::kUsage, "cannot move " + run.string() + " away: " + failed.message());
  }
  make_folder(run);
}

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

RunRecord new_record(const CheckRequest& request, const Settings& settings) {
  RunRecord record;
  record.workload = request.workload.name;
  record.folder = request.workload.run.string();
  record.tool = own_program();
  record.version = "ncu-regions " + std::string(version()) + " (" + std::string(commit()) + ")";
  record.date = utc_now();
  record.settings = settings.values;
  record.origins = settings.origins;
  record.metrics = settings.metrics;
  record.shown = settings.shown;
  record.declared = request.workload.regions;
  return record;
}

Outcome new_outcome(const CheckRequest& request, const Machine& machine,
                    const ProfilerChoice& choice) {
  Outcome outcome;
  outcome.workload = request.workload.name;
  outcome.preset = request.workload.preset;
  outcome.kind = to_string(CaptureKind::kHost);
  outcome.device = "host-" + machine.architecture;
  outcome.profiler_reason = choice.reason;
  outcome.skipped = choice.profiler == Profiler::kNone;
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

void note_changed_arguments(Outcome& outcome, const std::optional<Baseline>& baseline,
                            const Fingerprint& fingerprint) {
  if (!baseline) return;
  for (const Session& session : baseline->sessions) {
    for (const FieldDifference& difference :
         compare_fingerprints(session.fingerprint, fingerprint, "structure").warn) {
      outcome.notes.push_back("the baseline was measured with other " + difference.field + ": '" +
                              difference.before + "', now '" + difference.now + "'");
    }
  }
}

struct Measured {
  RunRecord record;
  RegionTree tree;
  std::map<std::string, std::string> beyond_this_machine;  // metric -> why it was not measured
};

void write_all(const fs::path& run, const Measured& measured, const Outcome& outcome) {
  write_run_record(run_record_file(run), measured.record);
  write_reports(run, {measured.record, measured.tree, &outcome});
  write_outcome(outcome_file(run), outcome);
}

// Regions that the cap on counted boundaries left out.
void say_why_not_counted(RegionTree& tree, const std::map<std::string, std::string>& left_out) {
  for (Region& region : tree.regions) {
    const auto why = left_out.find(region.path.labels.back());
    if (why == left_out.end()) continue;
    for (const HostPass pass : kBoundaryPasses) {
      for (const HostMetric& metric : metrics_of(pass)) {
        region.not_measured[std::string(metric.name)] = why->second;
      }
    }
  }
}

Measured measure(const CheckRequest& request, const Settings& settings, const Machine& machine) {
  HostCaptures taken = take_host_captures(request, settings, machine);
  Measured measured;
  measured.record = new_record(request, settings);
  measured.record.captures = std::move(taken.records);
  measured.record.fingerprint = host_fingerprint(
      machine, settings, request.workload,
      {callgrind_counting_options(), callgrind_cache_options(), host::kLibraryRevision});
  measured.record.notes = std::move(taken.notes);
  measured.beyond_this_machine = std::move(taken.beyond_this_machine);
  for (std::size_t i = 0; i < taken.captures.size(); ++i) {
    const fs::path folder = request.workload.run / kCaptures / measured.record.captures[i].id;
    write_file(folder / "raw.csv", host_raw_csv(taken.captures[i]));
  }
  measured.tree = assemble_regions(taken.captures);
  say_why_not_counted(measured.tree, taken.left_out);
  return measured;
}

void judge_into(Outcome& outcome, const CheckRequest& request, const Settings& settings,
                const Measured& measured) {
  const fs::path file = stored_baseline_file(request, outcome);
  const std::optional<Baseline> baseline = read_baseline(file);
  use_baseline(outcome, file, baseline);
  note_changed_arguments(outcome, baseline, measured.record.fingerprint);
  outcome.verdicts =
      judge({settings, request.workload.regions, measured.tree, baseline ? &*baseline : nullptr,
             file.string(), measured.record.fingerprint, measured.beyond_this_machine});
}

void check_declared(const Workload& workload) {
  if (workload.regions.empty()) {
    throw Error(ErrorKind::kUsage,
                "no region was declared: a check of nothing would always pass; "
                "name at least one region (REGIONS, --region)");
  }
  for (const std::string& region : workload.regions) {
    parse_written_form(region);
    if (valid_utf8(region) != region) {
      throw Error(ErrorKind::kUsage, "region '" + printable(region) + "' is not UTF-8");
    }
  }
}

void require_a_gate(const Settings& settings) {
  if (gates_anything(settings)) return;
  throw Error(ErrorKind::kUsage,
              "none of the metrics [" + join(settings.metrics, ", ") +
                  "] has a gate: a check of nothing would always pass; add one that has "
                  "(region__instances, host__inst_executed.sum), or a budget with 'gate: fail'");
}

}  // namespace

Outcome check(CheckRequest request) {
  check_declared(request.workload);
  const fs::path& run = request.workload.run;
  const MachineLock lock(request.tell);
  if (request.invalidate_first) prepare_run_folder(run);
  const Settings settings = load_settings(settings_sources(request.workload, request.overrides));
  require_a_gate(settings);
  resolve_program(request.workload);
  const Machine machine = look_at_machine();
  const ProfilerChoice choice = choose_profiler(settings, request.workload, machine);
  if (!request.invalidate_first) prepare_run_folder(run);
  Outcome outcome = new_outcome(request, machine, choice);
  if (outcome.skipped) {
    write_all(run, {new_record(request, settings), {}, {}}, outcome);
    return outcome;
  }
  const Measured measured = measure(request, settings, machine);
  judge_into(outcome, request, settings, measured);
  write_proposed_baseline(run, measured.record, measured.tree, outcome);
  write_all(run, measured, outcome);
  return outcome;
}

Outcome rebuild_reports(const fs::path& run) {
  const StoredRun stored = read_run(run);
  write_reports(run, {stored.record, stored.tree, &stored.outcome});
  return stored.outcome;
}

}  // namespace ncu_regions
