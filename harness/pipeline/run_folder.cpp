#include "harness/pipeline/run_folder.h"

#include <nlohmann/json.hpp>
#include <set>

#include "harness/artifacts/host_capture.h"
#include "harness/command/capture_command.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/ncu_trees.h"
#include "harness/pipeline/report_files.h"
#include "harness/render/outcome_file.h"

namespace ncu_regions {

namespace fs = std::filesystem;

namespace {

// A file of this name that a check wrote, and not somebody else.
bool is_own_json(const fs::path& file, const char* field) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return false;
  const auto json = nlohmann::json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  return json.is_object() && json.contains("schema") && json.contains(field);
}

// A name at the top of a run folder; a check that was killed may leave any of them, and a temporary
// one (write_file).
bool is_own_name(const std::string& name) {
  static const std::set<std::string> kNames = {
      "captures", "error.txt", "explain.json", "proposed-baseline.json",
      "regions",  "run.json",  "verdicts.json"};
  return kNames.contains(name.substr(0, name.find(".tmp-")));
}

bool holds_own_names_alone(const fs::path& folder) {
  std::error_code failed;
  fs::directory_iterator entry(folder, failed);
  for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
    if (!is_own_name(entry->path().filename())) return false;
  }
  return !failed;
}

void require_run_folder(const fs::path& folder) {
  std::error_code failed;
  if (!fs::exists(folder, failed) || is_run_folder(folder)) return;
  throw Error(ErrorKind::kUsage, folder.string() +
                                     " is in the way: it is not a run folder; name another one "
                                     "with --run, or move it away");
}

void read_ncu_samples(StoredRun& stored, const fs::path& run) {
  const MetricTable metrics = default_settings().metric_table;
  const RegionTree head = survey_of(run, stored.record, BuildSide::kHead);
  const RegionTree base = survey_of(run, stored.record, BuildSide::kBase);
  std::set<BuildSide> seen;  // the first sample of each build is looked at more closely
  for (const SampleInfo& info : stored.record.samples) {
    const bool is_head = info.side == BuildSide::kHead;
    const bool is_first = !seen.contains(info.side);
    NcuSample sample =
        read_ncu_sample(run, stored.record, metrics, info, is_head ? head : base, is_first);
    if (is_first && sample.has_results) {
      seen.insert(info.side);
      if (is_head) stored.sections = std::move(sample.sections);
    }
    stored.samples.push_back({info, std::move(sample.tree)});
  }
}

void read_host_samples(StoredRun& stored, const fs::path& run) {
  for (const SampleInfo& info : stored.record.samples) {
    if (info.phase == Phase::kWarmUp) continue;
    std::vector<Capture> captures;
    for (const CaptureRecord& capture : stored.record.captures) {
      if (capture.sample != info.number) continue;
      captures.push_back(read_host_capture(run / kCaptures / capture.id / kCaptureFile));
    }
    stored.samples.push_back({info, assemble_regions(captures)});
  }
}

void read_samples(StoredRun& stored, const fs::path& run) {
  if (is_of_benchmarks(stored.record)) {
    read_benchmark_samples(stored, run);
  } else if (is_of_ncu(stored.record)) {
    read_ncu_samples(stored, run);
  } else {
    read_host_samples(stored, run);
  }
}

// The first one that has regions.
const RegionTree* first_sample(std::span<const TakenSample> samples, BuildSide side) {
  const RegionTree* first = nullptr;
  for (const TakenSample& sample : samples) {
    if (sample.info.side != side || sample.info.phase == Phase::kWarmUp) continue;
    if (!sample.tree.regions.empty()) return &sample.tree;
    if (first == nullptr) first = &sample.tree;
  }
  return first;
}

}  // namespace

const RegionTree& StoredRun::shown() const { return summary ? *summary : shown_sample(samples); }

void write_run(const fs::path& run, const ReportInput& report) {
  write_run_record(run_record_file(run), report.run);
  write_explained(explain_file(run), report.explained);
  write_reports(run, report);
  write_outcome(outcome_file(run), *report.outcome);
}

const RegionTree& shown_sample(std::span<const TakenSample> samples) {
  static const RegionTree kNothing;
  const RegionTree* shown = first_sample(samples, BuildSide::kHead);
  return shown == nullptr ? kNothing : *shown;
}

const RegionTree* shown_base_sample(std::span<const TakenSample> samples) {
  return first_sample(samples, BuildSide::kBase);
}

bool is_run_folder(const fs::path& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) return false;
  return holds_own_names_alone(folder) || is_own_json(outcome_file(folder), "exit_code") ||
         is_own_json(run_record_file(folder), "captures");
}

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

fs::path run_record_file(const fs::path& run) { return run / "run.json"; }
fs::path outcome_file(const fs::path& run) { return run / "verdicts.json"; }
fs::path explain_file(const fs::path& run) { return run / "explain.json"; }
fs::path error_file(const fs::path& run) { return run / "error.txt"; }
fs::path report_file(const fs::path& run) { return run / "regions" / "report.md"; }

StoredRun read_run(const fs::path& run) {
  std::error_code failed;
  if (!fs::exists(outcome_file(run), failed) && fs::exists(run_record_file(run), failed)) {
    StoredRun stored;
    stored.record = read_run_record(run_record_file(run));
    if (is_from_files(stored.record)) {
      TakenSample sample;
      sample.tree = tree_of_files(run, stored.record, default_settings().metric_table);
      stored.samples.push_back(std::move(sample));
      return stored;
    }
  }
  if (!fs::exists(outcome_file(run), failed)) {
    const bool before = fs::exists(outcome_file(run.string() + ".previous"), failed);
    throw Error(ErrorKind::kMeasurement,
                run.string() + ": no complete run is there (" +
                    (!fs::exists(run, failed)                   ? "no such folder"
                     : fs::exists(run_record_file(run), failed) ? "the last one did not finish"
                                                                : "it is no run folder") +
                    (before ? "); the last complete one is " + run.string() + ".previous" : ")"));
  }
  StoredRun stored;
  stored.record = read_run_record(run_record_file(run));
  stored.outcome = read_outcome(outcome_file(run));
  stored.explained = read_explained(explain_file(run));
  read_samples(stored, run);
  return stored;
}

}  // namespace ncu_regions
