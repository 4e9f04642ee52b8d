#include "harness/pipeline/accept.h"

#include <algorithm>

#include "harness/config/settings.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/pipeline/accept_refusals.h"
#include "harness/pipeline/accept_selection.h"
#include "harness/pipeline/accept_values.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/check.h"
#include "harness/pipeline/explaining.h"
#include "harness/pipeline/run_folder.h"
#include "harness/runs/baseline_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Captures that were taken for this acceptance alone; they must be of what was looked at.
StoredValues values_taken_now(const AcceptRequest& request, const StoredRun& run) {
  if (is_of_benchmarks(run.record)) {
    throw Error(ErrorKind::kUsage,
                std::string(kNothingAccepted) +
                    "the run is of a file of Google Benchmark, which has no more "
                    "repetitions than it has: run the program with "
                    "--benchmark_repetitions=" +
                    std::to_string(*request.captures));
  }
  CheckRequest again;
  again.workload = workload_from_json(run.record.workload_json);
  again.workload.run = request.run.string() + ".accept";
  again.overrides = run.record.overrides;
  again.library = request.library;
  again.tell = request.tell;
  again.progress = request.progress;
  const Sampled sampled = take_captures(again, *request.captures);
  if (sampled.kind != run.outcome.kind || sampled.device != run.outcome.device) {
    throw Error(ErrorKind::kMeasurement, std::string(kNothingAccepted) + "the run is of " +
                                             run.outcome.device + ", " + run.outcome.kind +
                                             ", and now it was measured on " + sampled.device +
                                             ", " + sampled.kind);
  }
  return {sampled.record, sampled.samples};
}

AcceptedLine line_of(const Baseline& baseline, const Verdict& verdict, const Samples& now) {
  AcceptedLine line = {
      written_form(verdict.region), verdict.metric, verdict.unit, {}, median(now), now.size()};
  if (const StoredValue* stored = baseline.find(verdict.region, verdict.metric)) {
    line.before = median(stored->all_samples());
  }
  return line;
}

// What the baseline has under the region's old path belongs to its new one.
void follow_move(Baseline& baseline, const Verdict& verdict) {
  if (verdict.moved_from) move_region(baseline, *verdict.moved_from, verdict.region);
}

class Preparation {
 public:
  Preparation(const AcceptRequest& request, const StoredRun& run) : request_(request), run_(run) {}

  Acceptance prepare() {
    const Outcome& outcome = run_.outcome;
    refuse_partial(outcome);
    std::vector<const Verdict*> lines = lines_to_accept(request_, outcome);
    std::erase_if(lines, [](const Verdict* verdict) { return verdict->did_not_run; });
    out_.file = request_.baselines ? baseline_file(*request_.baselines, baseline_key(outcome))
                                   : fs::path(outcome.baseline.file);
    // A baseline that cannot be trusted is refused before anything is measured.
    if (request_.captures) stored_or_new(out_.file, outcome, metrics_);
    const StoredValues values = values_to_store(lines);
    const Session session =
        new_session(values, outcome, request_.reason, commit_near(out_.file.parent_path()));
    assemble(lines, values, session);
    if (!request_.dry_run && out_.changes()) {
      out_.lock = std::make_unique<BaselineLock>(out_.file.parent_path(), request_.tell);
      assemble(lines, values, session);  // on what another acceptance may have written meanwhile
    }
    out_.incomparable = static_cast<std::size_t>(
        std::ranges::count(outcome.verdicts, VerdictWord::kIncomparable, &Verdict::word));
    out_.commit_message =
        "baselines: " + outcome.device + ": " + outcome.workload + ": " + request_.reason;
    return std::move(out_);
  }

 private:
  // The baseline as it is stored now, with the accepted lines.
  void assemble(const std::vector<const Verdict*>& lines, const StoredValues& values,
                const Session& session) {
    out_.baseline = stored_or_new(out_.file, run_.outcome, metrics_);
    out_.lines.clear();
    out_.notes.clear();
    out_.unchanged = out_.parts = 0;
    for (const Verdict* verdict : lines) follow_move(out_.baseline, *verdict);
    for (const Verdict* verdict : lines) add(*verdict, values, session);
    add_parts(lines, values);
  }

  StoredValues values_to_store(const std::vector<const Verdict*>& lines) {
    const StoredValues reviewed = {run_.record, run_.samples};
    const bool has_too_few = std::ranges::any_of(lines, [&](const Verdict* verdict) {
      const RawSamples raw = raw_samples(reviewed.samples, *verdict);
      const std::size_t most = is_exact(*verdict, raw) ? kExactBaselineCaptures : raw.max_size();
      return request_.captures && raw.size() < std::min(*request_.captures, most);
    });
    return has_too_few ? values_taken_now(request_, run_) : reviewed;
  }

  void add(const Verdict& verdict, const StoredValues& values, const Session& session) {
    const RawSamples raw = raw_samples(values.samples, verdict);
    const Samples now = measured(raw);
    const Samples reviewed = measured(raw_samples(run_.samples, verdict));
    if (now.empty() && reviewed.empty()) return;  // a waived region that was not measured
    refuse_other_level(verdict, reviewed, now);
    refuse_gaps(verdict, raw);
    if (!is_repeated(verdict, raw)) {
      refuse_single(verdict, raw);
      if (!request_.captures) refuse_too_few(verdict, raw);
    }
    if (request_.add_session) {
      refuse_other_session(verdict, out_.baseline.find(verdict.region, verdict.metric), now);
    }
    if (is_stored_already(verdict, raw, session)) {
      ++out_.unchanged;
      return;
    }
    out_.lines.push_back(line_of(out_.baseline, verdict, now));
    if (verdict.deterministic && !is_exact(verdict, raw)) {
      const auto [least, most] = std::ranges::minmax(now);
      out_.notes.push_back(name_of(verdict) + " is declared deterministic and varies (" +
                           grouped(least) + " to " + grouped(most) + "): it is stored with its " +
                           counted(now.size(), "capture"));
    }
    const StoredValue value = {verdict.region,
                               verdict.metric,
                               verdict.unit,
                               {{session.id, samples_to_store(verdict, raw)}}};
    (request_.add_session ? add_samples : replace_samples)(out_.baseline, value, session);
  }

  // What the accepted values are made of; of values that are stored already, where that is missing.
  void add_parts(const std::vector<const Verdict*>& lines, const StoredValues& values) {
    const PartsByRegion parts = parts_to_store(values.samples, run_.outcome);
    for (const Verdict* verdict : lines) {
      const auto found = parts.find(verdict->region);
      if (found == parts.end() || request_.add_session) continue;
      const bool is_moved = std::ranges::find(out_.lines, written_form(verdict->region),
                                              &AcceptedLine::region) != out_.lines.end();
      const bool is_missing = out_.baseline.find_parts(verdict->region) == nullptr;
      if (is_moved || is_missing) replace_parts(out_.baseline, found->second);
      if (!is_moved && is_missing) ++out_.parts;
    }
  }

  // An exact value that was captured before: the stored one is the other capture that agrees.
  bool is_repeated(const Verdict& verdict, const RawSamples& raw) const {
    const StoredValue* stored = out_.baseline.find(verdict.region, verdict.metric);
    if (stored == nullptr || !is_exact(verdict, raw)) return false;
    const Samples before = stored->all_samples();
    return std::ranges::all_of(before, [&](double value) { return value == *raw.front(); });
  }

  // The same values under the same conditions: nothing to move.
  bool is_stored_already(const Verdict& verdict, const RawSamples& raw,
                         const Session& session) const {
    const StoredValue* stored = out_.baseline.find(verdict.region, verdict.metric);
    if (stored == nullptr || verdict.moved_from) return false;
    if (request_.add_session) return has_samples_of(*stored, session);
    if (stored->samples.size() != 1) return false;
    const auto& [id, samples] = *stored->samples.begin();
    const Fingerprint& before = out_.baseline.find_session(id)->fingerprint;
    return samples == samples_to_store(verdict, raw) &&
           compare_fingerprints(before, session.fingerprint, verdict.family).must_match.empty();
  }

  const AcceptRequest& request_;
  const StoredRun& run_;
  const MetricTable metrics_ = default_settings().metric_table;
  Acceptance out_;
};

}  // namespace

Baseline baseline_key(const Outcome& outcome) {
  Baseline key;
  key.workload = outcome.workload;
  key.preset = outcome.preset;
  key.kind = capture_kind_from(outcome.kind).value_or(CaptureKind::kHost);
  key.device = outcome.device;
  return key;
}

void write_proposed_baseline(const fs::path& run, const RunRecord& record,
                             std::span<const TakenSample> samples, const Outcome& outcome) {
  Baseline proposed =
      stored_or_new(outcome.baseline.file, outcome, default_settings().metric_table);
  const StoredValues values = {record, {samples.begin(), samples.end()}};
  const Session session = new_session(values, outcome, "proposed by a check", "unknown");
  const PartsByRegion parts = parts_to_store(samples, outcome);
  for (const Verdict& verdict : outcome.verdicts) {
    const RawSamples raw = raw_samples(samples, verdict);
    if (measured(raw).empty() || !is_new_level(verdict)) continue;
    follow_move(proposed, verdict);
    replace_samples(proposed,
                    {verdict.region,
                     verdict.metric,
                     verdict.unit,
                     {{session.id, samples_to_store(verdict, raw)}}},
                    session);
    if (const auto found = parts.find(verdict.region); found != parts.end()) {
      replace_parts(proposed, found->second);
    }
  }
  write_file(run / "proposed-baseline.json", to_text(proposed));
}

Acceptance prepare_acceptance(const AcceptRequest& request) {
  if (valid_utf8(request.reason) != request.reason) {
    throw Error(ErrorKind::kUsage, "--reason is not UTF-8");
  }
  if (trim(request.reason).empty()) {
    throw Error(ErrorKind::kUsage,
                "accept needs --reason: why is the new level right? It is stored "
                "with the values");
  }
  if (request.add_session && request.all) {
    throw Error(ErrorKind::kUsage, "--all and --add-session exclude each other");
  }
  const StoredRun run = read_run(request.run);
  return Preparation(request, run).prepare();
}

void write_acceptance(const Acceptance& acceptance) {
  if (acceptance.changes()) write_baseline(acceptance.file, acceptance.baseline);
}

}  // namespace ncu_regions
