// ncu-regions report: the reports of a run, or of files of ncu that somebody has.
#include <algorithm>

#include "harness/cli/commands.h"
#include "harness/cli/shown_options.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/pipeline/check.h"
#include "harness/pipeline/report_files.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"
#include "harness/runs/outcome_file.h"

namespace ncu_regions::cli {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> paths;
  std::string out;
  std::vector<std::string> regions;
  ShownOptions shown;
  bool keep = false;
  bool print_path = false;
};

std::size_t judged(const Outcome& outcome) {
  return static_cast<std::size_t>(
      std::ranges::count_if(outcome.verdicts, [](const Verdict& verdict) {
        return verdict.word != VerdictWord::kNotMeasured &&
               verdict.word != VerdictWord::kNoBaseline &&
               verdict.word != VerdictWord::kIncomparable;
      }));
}

// The clean-up test of a workload: says where the report is. It never repeats a verdict as a
// failure of its own, and fails only when nothing was judged although a baseline exists.
ExitCode print_for_ctest(const fs::path& run) {
  if (!is_there(outcome_file(run))) {
    print_line("no report: nothing was measured in " + printable(run.string()));
    return ExitCode::kSkipped;
  }
  const Outcome outcome = read_outcome(outcome_file(run));
  const std::size_t count = judged(outcome);
  print_line(printable(summary_line(outcome)));
  print_line(std::to_string(count) + " of " + std::to_string(outcome.verdicts.size()) +
             " declared gates were judged");
  if (const std::vector<std::string> regions = undecided_regions(outcome); !regions.empty()) {
    print_line(std::to_string(regions.size()) +
               " undecided (suspect, noisy), skipped: " + printable(join(regions, ", ")));
  }
  print_line("report: " + printable(report_file(run).string()));
  if (outcome.skipped || count > 0 || !outcome.baseline.exists) return ExitCode::kPass;
  const bool may_skip = std::ranges::all_of(outcome.verdicts, [&](const Verdict& verdict) {
    return region_test_code(outcome, verdict) == ExitCode::kSkipped;
  });
  return may_skip ? ExitCode::kPass : ExitCode::kNotMeasured;
}

// Regions that were declared and not measured are no success, whatever else was.
ExitCode say_tree(const RegionTree& tree, const fs::path& folder) {
  print_line(printable(summary_line(tree)));
  for (const std::string& note : tree.notes) tell_line("note: " + printable(note));
  print_line("report: " + printable(report_file(folder).string()));
  return tree.missing.empty() ? ExitCode::kPass : ExitCode::kNotMeasured;
}

ExitCode rebuild(const fs::path& run) {
  if (!is_there(outcome_file(run))) {
    const RunRecord record = read_run_record(run_record_file(run));
    if (is_from_files(record)) return say_tree(rebuild_from_files(run, record), run);
  }
  const Outcome outcome = rebuild_reports(run);
  print_line(printable(summary_line(outcome)));
  print_line("report: " + printable(report_file(run).string()));
  return ExitCode::kPass;
}

bool is_run(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed) &&
         (fs::exists(run_record_file(path), failed) || fs::exists(path / kCaptures, failed));
}

// Of the first file, in the folder where the command runs.
fs::path default_folder(const std::string& file) {
  fs::path name = fs::path(file).filename();
  if (name.empty() || name == "." || name == "..") name = "report";
  return name.stem().string() + ".regions";
}

ExitCode report_files(const ReportOptions& options) {
  FilesRequest request;
  request.files = options.paths;
  request.folder =
      options.out.empty() ? default_folder(options.paths.front()) : fs::path(options.out);
  request.declared = options.regions;
  request.settings = load_settings(options.shown.sources());
  request.keep = options.keep;
  return say_tree(report_on_files(request), request.folder);
}

ExitCode report(const ReportOptions& options) {
  const std::string& first = options.paths.front();
  std::error_code failed;
  const bool is_only = options.paths.size() == 1;
  const bool is_folder = fs::is_directory(first, failed);
  if (options.print_path) return print_for_ctest(first);
  if (!fs::exists(first, failed)) {
    throw Error(ErrorKind::kMeasurement, printable(first) + ": no such file or folder");
  }
  if (is_only && is_run(first)) {
    const bool has_options = !options.out.empty() || !options.regions.empty() || options.keep ||
                             options.shown.is_given();
    if (is_folder && has_options) {
      throw Error(ErrorKind::kUsage,
                  printable(first) +
                      " is a run folder: its reports are rebuilt as they were asked for; "
                      "options are for reports of files");
    }
    return rebuild(first);
  }
  return report_files(options);
}

}  // namespace

Action add_report(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "report", "Write the reports of a run, or of files of ncu");
  auto options = std::make_shared<ReportOptions>();
  command->add_option("path", options->paths, "run folder, or reports and CSV pages of ncu");
  command->add_option("--out", options->out, "folder of the report of files");
  command->add_option("--region", options->regions, "a region that must be there")
      ->allow_extra_args(false);
  options->shown.add_to(*command);
  command->add_flag("--keep", options->keep, "copy the files into the folder");
  command->add_flag("--print-path", options->print_path,
                    "rebuild nothing, print the path and a summary");
  return [options, context] {
    options->paths.insert(options->paths.end(), context.after_dashes.begin(),
                          context.after_dashes.end());
    if (options->paths.empty()) {
      throw Error(ErrorKind::kUsage,
                  "report needs a run folder or files of ncu; see 'ncu-regions report --help'");
    }
    return report(*options);
  };
}

}  // namespace ncu_regions::cli
