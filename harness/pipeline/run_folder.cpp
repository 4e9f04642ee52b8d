#include "harness/pipeline/run_folder.h"

#include <algorithm>
#include <set>

#include "harness/artifacts/host_capture.h"
#include "harness/command/capture_command.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/ncu_trees.h"
#include "harness/pipeline/report_files.h"
#include "harness/runs/explain_file.h"
#include "harness/runs/outcome_file.h"

namespace ncu_regions {

namespace fs = std::filesystem;

namespace {

// All that a run writes into its folder. While one is written its name has a suffix.
constexpr const char* kOwnNames[] = {
    "verdicts.json", "run.json", "explain.json",          "error.txt",
    kCaptures,       "regions",  "proposed-baseline.json"};

bool is_own_name(const std::string& name) {
  return std::ranges::any_of(kOwnNames, [&](const std::string& own) {
    return name == own || name.starts_with(own + ".tmp-");
  });
}

// The first entry of a folder that no run wrote, or "".
std::string foreign_entry(const fs::path& folder) {
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    std::string name = entry.path().filename().string();
    if (!is_own_name(name)) return name;
  }
  return failed ? "." : "";
}

// A folder with anything in it that a run did not write is never moved or deleted, whatever --run
// says: run folders are removed with all that is in them.
void require_run_folder(const fs::path& folder) {
  std::error_code failed;
  const fs::file_status found = fs::symlink_status(folder, failed);
  if (!fs::exists(found) || is_run_folder(folder)) return;
  const std::string why =
      fs::is_directory(folder, failed)
          ? "it holds '" + printable(foreign_entry(folder)) + "', which ncu-regions did not write"
          : "it is not a folder";
  throw Error(ErrorKind::kUsage, "cannot use " + printable(folder.string()) +
                                     " as the run folder: it is not a run folder, " + why +
                                     ". Name another one with --run, or move it away");
}

// Where a symlink leads, so that the link stays and the folder behind it is used.
fs::path behind_link(const fs::path& run) {
  std::error_code failed;
  if (!fs::is_symlink(fs::symlink_status(run, failed))) return run;
  fs::path target = fs::canonical(run, failed);
  if (!failed) return target;
  throw Error(ErrorKind::kUsage, "cannot use " + run.string() + " as the run folder: it is a " +
                                     "symlink whose target cannot be reached (" + failed.message() +
                                     "); make the target, or name another folder with --run");
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
  return fs::is_directory(folder, failed) && foreign_entry(folder).empty();
}

void prepare_run_folder(const fs::path& named) {
  const fs::path run = behind_link(named);
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
    throw Error(ErrorKind::kUsage, "cannot use " + printable(run.string()) +
                                       " as the run folder: " + failed.message() +
                                       ". Name another one with --run.");
  }
  make_folder(run);
}

fs::path run_record_file(const fs::path& run) { return run / "run.json"; }
fs::path outcome_file(const fs::path& run) { return run / "verdicts.json"; }
fs::path explain_file(const fs::path& run) { return run / "explain.json"; }
fs::path error_file(const fs::path& run) { return run / "error.txt"; }
fs::path report_file(const fs::path& run) { return run / "regions" / "report.md"; }

StoredRun read_run(const fs::path& run) {
  const bool has_outcome = is_there(outcome_file(run));
  std::error_code failed;
  if (!has_outcome && fs::exists(run_record_file(run), failed)) {
    StoredRun stored;
    stored.record = read_run_record(run_record_file(run));
    if (is_from_files(stored.record)) {
      TakenSample sample;
      sample.tree = tree_of_files(run, stored.record, default_settings().metric_table);
      stored.samples.push_back(std::move(sample));
      return stored;
    }
  }
  if (!has_outcome) {
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
