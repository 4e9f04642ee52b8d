#include "harness/pipeline/accept.h"

#include <algorithm>
#include <set>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/hash.h"
#include "harness/core/text.h"
#include "harness/machine/probe.h"
#include "harness/pipeline/run_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

bool moves_by_default(VerdictWord word) {
  return word == VerdictWord::kRegressed || word == VerdictWord::kImproved ||
         word == VerdictWord::kSuspect || word == VerdictWord::kNoBaseline;
}

// The commit of the tree that holds the baselines, as far as git knows one.
std::string commit_near(fs::path folder) {
  const auto git = find_program("git");
  std::error_code failed;
  while (!folder.empty() && folder.has_relative_path() && !fs::is_directory(folder, failed)) {
    folder = folder.parent_path();
  }
  if (!git || folder.empty()) return "unknown";
  const auto answer =
      ask_program({git->string(), "-C", folder.string(), "rev-parse", "--short=12", "HEAD"}, 10);
  return answer ? std::string(trim(*answer)) : "unknown";
}

Session new_session(const RunRecord& record, const Outcome& outcome, const std::string& reason,
                    const std::string& commit) {
  std::set<std::string> families;
  for (const Verdict& verdict : outcome.verdicts) families.insert(verdict.family);
  Session session;
  session.date = record.date.substr(0, 10);
  session.commit = commit;
  session.reason = reason;
  session.fingerprint = relevant_fields(record.fingerprint, families);
  std::string identity = record.date + "\n" + commit + "\n" + reason;
  for (const auto& [field, value] : record.fingerprint) identity += "\n" + field + "=" + value;
  session.id = session.date + "-" + short_hash(identity).substr(0, 8);
  return session;
}

// The raw samples behind a verdict: the region's inclusive value in each capture of the run.
std::vector<double> samples_of(std::span<const RegionTree> trees, const Verdict& verdict) {
  std::vector<double> samples;
  for (const RegionTree& tree : trees) {
    const Region* region = tree.find(verdict.region);
    if (region == nullptr) continue;
    const auto totals = region->all.metrics.find(verdict.metric);
    if (totals != region->all.metrics.end() && totals->second.inclusive) {
      samples.push_back(*totals->second.inclusive);
    }
  }
  return samples;
}

double middle_of(std::vector<double> samples) {
  std::ranges::sort(samples);
  return samples[samples.size() / 2];
}

std::optional<double> stored_sample(const Baseline& baseline, const Verdict& verdict) {
  const StoredValue* stored = baseline.find(verdict.region, verdict.metric);
  if (stored == nullptr || stored->samples.empty()) return std::nullopt;
  return stored->samples.rbegin()->second.back();
}

std::vector<AcceptedLine> replace_lines(Baseline& baseline, const Outcome& outcome,
                                        std::span<const RegionTree> trees, const Session& session,
                                        bool all) {
  std::vector<AcceptedLine> lines;
  for (const Verdict& verdict : outcome.verdicts) {
    const std::vector<double> now = samples_of(trees, verdict);
    if (now.empty() || (!all && !moves_by_default(verdict.word))) continue;
    lines.push_back({written_form(verdict.region), verdict.metric, verdict.unit,
                     stored_sample(baseline, verdict), middle_of(now)});
    replace_samples(baseline, {verdict.region, verdict.metric, verdict.unit, {{session.id, now}}},
                    session);
  }
  return lines;
}

void refuse_partial(const Outcome& outcome) {
  for (const Verdict& verdict : outcome.verdicts) {
    if (verdict.word != VerdictWord::kNotMeasured) continue;
    throw Error(ErrorKind::kMeasurement, "nothing was accepted: region '" +
                                             printable(verdict.declared) + "', " + verdict.metric +
                                             " was not measured (" + printable(verdict.reason) +
                                             "); measure all of it first");
  }
  if (outcome.skipped || outcome.verdicts.empty()) {
    throw Error(ErrorKind::kMeasurement,
                "nothing was accepted: the run measured nothing (" + outcome.profiler_reason + ")");
  }
}

Baseline stored_or_new(const fs::path& file, const Outcome& outcome) {
  std::optional<Baseline> stored = read_baseline(file);
  return stored ? std::move(*stored) : baseline_key(outcome);
}

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
                             std::span<const RegionTree> samples, const Outcome& outcome) {
  Baseline proposed = stored_or_new(outcome.baseline.file, outcome);
  const Session session = new_session(record, outcome, "proposed by a check", "unknown");
  replace_lines(proposed, outcome, samples, session, false);
  write_file(run / "proposed-baseline.json", to_text(proposed));
}

AcceptResult accept(const AcceptRequest& request) {
  if (trim(request.reason).empty()) {
    throw Error(ErrorKind::kUsage,
                "accept needs --reason: why is the new level right? It is stored "
                "with the values");
  }
  const StoredRun run = read_run(request.run);
  const Outcome& outcome = run.outcome;
  refuse_partial(outcome);
  AcceptResult result;
  result.file = request.baselines ? baseline_file(*request.baselines, baseline_key(outcome))
                                  : fs::path(outcome.baseline.file);
  Baseline baseline = stored_or_new(result.file, outcome);
  const Session session =
      new_session(run.record, outcome, request.reason, commit_near(result.file.parent_path()));
  result.lines = replace_lines(baseline, outcome, run.samples, session, request.all);
  result.commit_message =
      "baselines: " + outcome.device + ": " + outcome.workload + ": " + request.reason;
  if (!request.dry_run && !result.lines.empty()) write_baseline(result.file, baseline);
  return result;
}

}  // namespace ncu_regions
