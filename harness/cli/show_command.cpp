// ncu-regions show: a run folder, a capture or a report, anywhere.
#include "harness/artifacts/host_capture.h"
#include "harness/cli/commands.h"
#include "harness/cli/show_report.h"
#include "harness/command/capture_command.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"

namespace ncu_regions::cli {
namespace {

RegionTree tree_from(const std::filesystem::path& path) {
  const std::filesystem::path of_survey = path / kCaptureFile;  // discover --run
  const bool is_survey = std::filesystem::is_regular_file(of_survey);
  if (std::filesystem::is_directory(path) && !is_survey) return read_run(path).tree;
  const Capture capture = read_host_capture(is_survey ? of_survey : path);
  return assemble_regions(std::span(&capture, 1));
}

ExitCode show_host(const std::filesystem::path& path) {
  const RegionTree tree = tree_from(path);
  print_line(printable(path.string()) + ": host profiler, not a GPU");
  if (tree.regions.empty()) {
    print_line("no region was measured");
    return ExitCode::kNotMeasured;
  }
  std::string text = tree_text(tree);
  text.pop_back();
  print_line(text);
  std::uint64_t outside = 0;
  for (const KernelCount& kernel : tree.outside) outside += kernel.launches;
  if (outside > 0) print_line("(outside any region: " + std::to_string(outside) + " kernels)");
  for (const std::string& note : tree.notes) print_line("note: " + printable(note));
  return ExitCode::kPass;
}

// One file that cannot be shown does not hide the others.
ExitCode show_all(const std::vector<std::string>& paths, const ShowOptions& options) {
  std::vector<ExitCode> codes;
  for (const std::string& path : paths) {
    if (!codes.empty() && !options.is_for_programs()) print_line("");
    try {
      std::error_code failed;
      const bool is_host = std::filesystem::is_directory(path, failed) || is_host_capture(path);
      if (is_host && options.is_for_reports()) {
        throw Error(ErrorKind::kUsage, printable(path) +
                                           " is a measurement of the host profiler; --format, "
                                           "--metrics, --info, --nvtx and --rules are for reports "
                                           "of ncu");
      }
      codes.push_back(is_host ? show_host(path) : show_report(path, options));
    } catch (const Error& error) {
      if (paths.size() == 1) throw;
      tell_line("error: " + std::string(error.what()));
      codes.push_back(exit_code_of(error.kind()));
    }
  }
  return combine(codes);
}

std::vector<std::string> metric_list(const std::string& text) {
  std::vector<std::string> metrics;
  for (const std::string& part : split(text, ',')) {
    if (!trim(part).empty()) metrics.emplace_back(trim(part));
  }
  if (metrics.empty()) {
    throw Error(ErrorKind::kUsage,
                "--metrics names no metric; expected a comma list of names or "
                "patterns, for example 'gpu__time_duration.sum,dram__*'");
  }
  return metrics;
}

void refuse_contradictions(const std::vector<std::string>& paths, const ShowOptions& options) {
  if (paths.empty()) {
    throw Error(ErrorKind::kUsage,
                "show needs a file or a run folder; see 'ncu-regions show --help'");
  }
  const bool is_page = options.format == "csv" || options.format == "md";
  if (is_page && (options.info || options.nvtx || options.rules)) {
    throw Error(ErrorKind::kUsage,
                "--info, --nvtx and --rules are text, or part of --format json; "
                "--format " +
                    options.format + " has no place for them");
  }
}

}  // namespace

Action add_show(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "show", "Print reports, captures and runs");
  auto paths = std::make_shared<std::vector<std::string>>();
  auto options = std::make_shared<ShowOptions>();
  command->add_option("path", *paths, "reports, CSV pages, run folders or capture.host.jsonl");
  command->add_option("--format", options->format, "table, json, csv or md")
      ->check(CLI::IsMember({"table", "json", "csv", "md"}));
  auto metrics = std::make_shared<std::string>();
  auto* asked = command->add_option("--metrics", *metrics, "names or patterns");
  command->add_flag("--info", options->info);
  command->add_flag("--nvtx", options->nvtx);
  command->add_flag("--rules", options->rules);
  return [paths, options, metrics, asked, context] {
    paths->insert(paths->end(), context.after_dashes.begin(), context.after_dashes.end());
    if (asked->count() > 0) options->metrics = metric_list(*metrics);
    refuse_contradictions(*paths, *options);
    return show_all(*paths, *options);
  };
}

}  // namespace ncu_regions::cli
