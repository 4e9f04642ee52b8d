#include "harness/pipeline/page.h"

#include <algorithm>

#include "harness/artifacts/host_capture.h"
#include "harness/command/capture_command.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/version.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/report_files.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/page/page.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

ReportPage page_with(const ReportInput& input) {
  return {report_html(input), !input.tree.regions.empty() || !input.tree.rows.groups.empty(), {}};
}

ReportPage page_of_run(const StoredRun& run, bool is_judged) {
  return page_with({run.record, run.shown(), is_judged ? &run.outcome : nullptr, run.sections,
                    run.explained, shown_base_sample(run.samples)});
}

std::vector<std::string> missing_metrics(const RegionTree& tree,
                                         const std::vector<std::string>& asked) {
  std::vector<std::string> missing;
  for (const std::string& metric : asked) {
    const bool is_there = std::ranges::any_of(tree.shown, [&](const ShownMetric& shown) {
      return shown.is_measured() &&
             (glob_match(metric, shown.name) || shown.name.ends_with(": " + metric));
    });
    if (!is_there) missing.push_back(metric);
  }
  return missing;
}

// A file by itself: nothing is known of the run that it is of.
RunRecord record_of_file(const fs::path& file, const ShownSettings& shown) {
  RunRecord record;
  record.workload = file.filename().string();
  record.version = program_version();
  record.shown = shown;
  return record;
}

}  // namespace

ReportPage page_of(const fs::path& path, const std::vector<std::string>& metrics) {
  if (are_benchmark_files(path)) {
    StoredRun run = run_of_benchmarks(path);
    run.record.notes = run.conditions;
    return page_of_run(run, false);
  }
  std::error_code failed;
  const fs::path of_survey = path / kCaptureFile;  // discover --run
  const bool is_survey = fs::is_regular_file(of_survey, failed);
  if (fs::is_directory(path, failed) && !is_survey) {
    const StoredRun run = read_run(path);
    return page_of_run(run, !is_from_files(run.record));
  }
  Settings settings = default_settings();
  settings.shown.metrics = metrics;
  const RunRecord record = record_of_file(path, settings.shown);
  const fs::path file = is_survey ? of_survey : path;
  if (!is_host_capture(file)) {
    const RegionTree tree = tree_of_reports({path.string()}, settings.shown, settings.metric_table);
    ReportPage page = page_with({record, tree});
    page.missing = missing_metrics(tree, metrics);
    return page;
  }
  const Capture capture = read_host_capture(file);
  return page_with({record, assemble_regions(std::span(&capture, 1))});
}

std::string page_of(const Comparison& comparison) {
  return report_html(
      {comparison.record, comparison.now, &comparison.outcome, {}, {}, &comparison.before});
}

void write_page(const fs::path& file, const std::string& page) {
  std::error_code failed;
  if (fs::exists(file, failed)) {
    const bool is_page = fs::is_regular_file(file, failed) && is_report_html(read_file(file));
    if (!is_page) {
      throw Error(ErrorKind::kUsage, printable(file.string()) +
                                         " is in the way: it is no page of ours; name another file "
                                         "with --out, or move it away");
    }
  }
  write_file(file, page);
}

}  // namespace ncu_regions
