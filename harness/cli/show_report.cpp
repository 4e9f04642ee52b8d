#include "harness/cli/show_report.h"

#include <algorithm>
#include <cstdio>

#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/open_report.h"
#include "harness/render/results.h"
#include "harness/render/results_choice.h"

namespace ncu_regions::cli {
namespace {

void to_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw Error(ErrorKind::kUsage, "cannot write to standard output: is the disk full?");
  }
}

// Text for people, in which the tags that ctest obeys are broken.
void print_safely(std::string_view text) { to_stdout(without_ctest_tags(text)); }

std::string title_of(const ReportFile& file, const ReportOutline& outline) {
  std::string text = printable(file.name()) + ": " + std::to_string(outline.results) +
                     (outline.results == 1 ? " result" : " results");
  const std::string& version = file.facts().ncu_version;
  if (!version.empty()) text += ", ncu " + printable(version.substr(0, version.find(' ')));
  for (const std::string& device : outline.devices) text += ", " + printable(device);
  return text + "\n";
}

void require_results(const ReportFile& file, const ReportOutline& outline) {
  if (outline.results > 0) return;
  throw Error(ErrorKind::kMeasurement,
              file.name() + " is a report without any result: nothing was measured");
}

std::string nearest(const std::string& metric, const std::vector<std::string>& known) {
  const std::string sum = metric + ".sum";  // of the roll-ups it is the one that people mean
  if (std::ranges::find(known, sum) != known.end())
    return " (did you mean '" + printable(sum) + "'?)";
  return printable(suggestion(metric, known));
}

// What a person has to know of the numbers, whatever they are printed for.
void tell_notes(const ReportFile& file, const ReportOutline& outline,
                const std::vector<std::string>& missing) {
  std::vector<std::string> known;
  if (!missing.empty()) known.assign(file.names().begin(), file.names().end());
  for (const std::string& metric : missing) {
    tell_line("note: " + file.name() + " has no metric '" + printable(metric) + "'" +
              nearest(metric, known));
  }
  if (outline.not_profiled > 0) {
    tell_line("note: " + file.name() + ": " + std::to_string(outline.not_profiled) +
              " of its kernels could not be profiled (grid 0): they have hardly any values");
  }
}

void print_table(ReportFile& file, const ShowOptions& options) {
  const ResultTable table = result_table(file, options.metrics);
  require_results(file, table.outline);
  tell_notes(file, table.outline, table.missing);
  if (options.format == "md") return print_safely(results_markdown(table, file.name()));
  if (!options.wants_facts()) print_safely(title_of(file, table.outline));
  print_safely(results_text(table));
}

// What --info, --nvtx and --rules ask for.
void print_facts(ReportFile& file, const ShowOptions& options) {
  const ReportOutline outline = outline_of(file, {});
  require_results(file, outline);
  print_safely(title_of(file, outline));
  if (options.info) print_safely(info_text(file, outline));
  if (options.nvtx) write_nvtx_text(file, print_safely);
  if (options.rules) write_rules_text(file, print_safely);
}

void print_for_programs(ReportFile& file, const ShowOptions& options) {
  Selection selection;
  selection.all_metrics = options.metrics.empty();
  selection.metrics = options.metrics;
  selection.rules = options.rules;
  const auto write = options.format == "csv" ? write_results_csv : write_results_json;
  const ReportOutline outline = write(file, selection, to_stdout);
  require_results(file, outline);
  tell_notes(file, outline, choose_metrics(file, outline, options.metrics).missing);
}

void print_report(ReportFile& file, const ShowOptions& options) {
  if (options.is_for_programs()) return print_for_programs(file, options);
  if (options.wants_facts()) print_facts(file, options);
  if (!options.wants_facts() || !options.metrics.empty()) print_table(file, options);
}

void tell_warnings(const ReportFile& file) {
  for (const std::string& warning : file.warnings()) {
    tell_line("warning: " + file.name() + ": " + printable(warning));
  }
}

}  // namespace

ExitCode show_report(const std::string& path, const ShowOptions& options) {
  const std::unique_ptr<ReportFile> file = open_any_report(path);
  try {
    print_report(*file, options);
  } catch (const Error&) {
    tell_warnings(*file);  // they may be the reason
    throw;
  }
  tell_warnings(*file);
  return ExitCode::kPass;
}

}  // namespace ncu_regions::cli
