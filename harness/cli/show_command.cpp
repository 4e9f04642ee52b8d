// ncu-regions show: a run folder, a capture or a report, anywhere.
#include <unistd.h>

#include <cstdlib>

#include "harness/artifacts/host_capture.h"
#include "harness/cli/commands.h"
#include "harness/cli/show_report.h"
#include "harness/command/capture_command.h"
#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/pipeline/benchmark_set.h"
#include "harness/pipeline/page.h"
#include "harness/pipeline/report_files.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"
#include "harness/render/tree_bars.h"

namespace ncu_regions::cli {
namespace {

RegionTree tree_from(const std::filesystem::path& path) {
  const std::filesystem::path of_survey = path / kCaptureFile;  // discover --run
  const bool is_survey = std::filesystem::is_regular_file(of_survey);
  if (std::filesystem::is_directory(path) && !is_survey) return read_run(path).shown();
  const Capture capture = read_host_capture(is_survey ? of_survey : path);
  return assemble_regions(std::span(&capture, 1));
}

bool is_terminal() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

ExitCode show_tree(const RegionTree& tree) {
  if (tree.regions.empty() && tree.is_host()) {
    print_line("no region was measured");
    return ExitCode::kNotMeasured;
  }
  print_text(tree_bars(tree, is_terminal()));
  for (const std::string& note : tree.notes) print_line("note: " + printable(note));
  return ExitCode::kPass;
}

ExitCode show_benchmarks(const RegionTree& tree) {
  print_text(benchmark_text(tree));
  for (const Region& region : tree.regions) {
    const auto why = region.not_measured.find(std::string(kBenchmarkTimeMetric));
    if (why == region.not_measured.end()) continue;
    print_line("not measured: " + printable(display_form(region.path)) + ": " +
               printable(why->second));
  }
  return ExitCode::kPass;
}

// A file of Google Benchmark, or a folder of such.
ExitCode show_benchmark_files(const std::filesystem::path& path) {
  const BenchmarkSet set = read_benchmarks(path);
  print_line(printable(path.string()) + ": " + summary_line(set.trees.summary));
  const ExitCode code = show_benchmarks(set.trees.summary);
  for (const std::string& note : set.notes) print_line("note: " + printable(note));
  return code;
}

ExitCode show_host(const std::filesystem::path& path, bool as_tree) {
  const RegionTree tree = tree_from(path);
  print_line(printable(path.string()) + ": " +
             (tree.is_host() ? "host profiler, not a GPU" : summary_line(tree)));
  if (tree.is_benchmark()) return show_benchmarks(tree);
  if (as_tree || !tree.is_host()) return show_tree(tree);
  if (tree.regions.empty()) {
    print_line("no region was measured");
    return ExitCode::kNotMeasured;
  }
  print_text(tree_text(tree));
  const std::uint64_t outside = tree.outside.all.kernels;
  if (outside > 0) print_line("(outside any region: " + std::to_string(outside) + " kernels)");
  for (const std::string& note : tree.notes) print_line("note: " + printable(note));
  return ExitCode::kPass;
}

ExitCode show_report_tree(const std::string& path) {
  const Settings settings = default_settings();
  const RegionTree tree = tree_of_reports({path}, settings.shown, settings.metric_table);
  print_line(printable(path) + ": " + summary_line(tree));
  return show_tree(tree);
}

// Where the page of a file goes: into the folder where the command runs.
std::filesystem::path page_file(const std::string& path, const ShowOptions& options) {
  if (!options.out.empty()) return options.out;
  std::filesystem::path name = std::filesystem::path(path).lexically_normal();
  if (!name.has_filename()) name = name.parent_path();
  const std::string stem = name.stem().string();
  return (stem.empty() || stem == "." || stem == ".." ? "report" : stem) + ".html";
}

ExitCode show_page(const std::string& path, const ShowOptions& options) {
  const std::filesystem::path file = page_file(path, options);
  std::error_code failed;
  const bool is_report = !std::filesystem::is_directory(path, failed) && !is_host_capture(path) &&
                         !are_benchmark_files(path);
  if (!options.metrics.empty() && !is_report) {
    throw Error(ErrorKind::kUsage, printable(path) +
                                       " is no report of ncu, and --metrics chooses among its "
                                       "metrics; leave it out");
  }
  const ReportPage page = page_of(path, options.metrics);
  for (const std::string& metric : page.missing) {
    tell_line("note: " + printable(path) + " has no metric '" + printable(metric) + "'");
  }
  if (!page.has_results) {
    throw Error(ErrorKind::kMeasurement,
                printable(path) + " has neither regions nor kernels: nothing was measured");
  }
  write_page(file, page.html);
  print_line("page: " + printable(file.string()));
  return ExitCode::kPass;
}

ExitCode show_one(const std::string& path, const ShowOptions& options) {
  if (options.html) return show_page(path, options);
  if (are_benchmark_files(path)) {
    if (!options.is_for_reports() && !options.tree) return show_benchmark_files(path);
    throw Error(ErrorKind::kUsage, printable(path) +
                                       " is of Google Benchmark; show prints its benchmarks, "
                                       "and of the options --html and --out are for it");
  }
  std::error_code failed;
  const bool is_host = std::filesystem::is_directory(path, failed) || is_host_capture(path);
  if (is_host && options.is_for_reports()) {
    throw Error(ErrorKind::kUsage, printable(path) +
                                       " is a measurement of the host profiler; --format, "
                                       "--metrics, --info, --nvtx and --rules are for reports "
                                       "of ncu");
  }
  return is_host        ? show_host(path, options.tree)
         : options.tree ? show_report_tree(path)
                        : show_report(path, options);
}

// One file that cannot be shown does not hide the others.
ExitCode show_all(const std::vector<std::string>& paths, const ShowOptions& options) {
  std::vector<ExitCode> codes;
  for (const std::string& path : paths) {
    if (!codes.empty() && !options.is_for_programs()) print_line("");
    try {
      codes.push_back(show_one(path, options));
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
  if (options.tree && (options.is_for_reports())) {
    throw Error(ErrorKind::kUsage,
                "--tree is a picture of its own; leave out --format, --metrics, --info, --nvtx and "
                "--rules ('ncu-regions report' writes all values of regions)");
  }
  const bool is_text = !options.format.empty() || options.tree || options.wants_facts();
  if (options.html && (is_text || (!options.out.empty() && paths.size() > 1))) {
    throw Error(ErrorKind::kUsage,
                is_text ? "--html is a page of its own; leave out --format, --tree, --info, --nvtx "
                          "and --rules"
                        : "--out names one page, and there are several files; leave it out");
  }
  if (!options.html && !options.out.empty()) {
    throw Error(ErrorKind::kUsage, "--out is for --html; without it, show prints");
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
  command->add_flag("--html", options->html, "write a page to explore");
  command->add_option("--out", options->out, "the file of the page");
  command->add_flag("--tree", options->tree);
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
