#include "harness/pipeline/run_folder.h"

#include "harness/artifacts/host_capture.h"
#include "harness/command/capture_command.h"
#include "harness/core/error.h"
#include "harness/pipeline/report_files.h"
#include "harness/render/outcome_file.h"

namespace ncu_regions {

namespace fs = std::filesystem;

fs::path run_record_file(const fs::path& run) { return run / "run.json"; }
fs::path outcome_file(const fs::path& run) { return run / "verdicts.json"; }
fs::path report_file(const fs::path& run) { return run / "regions" / "report.md"; }

StoredRun read_run(const fs::path& run) {
  std::error_code failed;
  if (!fs::exists(outcome_file(run), failed) && fs::exists(run_record_file(run), failed)) {
    StoredRun stored;
    stored.record = read_run_record(run_record_file(run));
    if (is_from_files(stored.record)) {
      stored.tree = tree_of_files(run, stored.record, default_settings().metric_table);
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
  std::vector<Capture> captures;
  for (const CaptureRecord& capture : stored.record.captures) {
    captures.push_back(read_host_capture(run / kCaptures / capture.id / kCaptureFile));
  }
  stored.tree = assemble_regions(captures);
  return stored;
}

}  // namespace ncu_regions
