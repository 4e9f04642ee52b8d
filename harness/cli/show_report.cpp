#include "harness/cli/show_report.h"

#include <algorithm>
#include <cstdio>

#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/open_report.h"
#include "harness/render/results.h"

namespace ncu_regions::cli {
namespace {

void to_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw Error(ErrorKind::kUsage, "cannot write to standard output");
  }
}

// Text for people, in which the tags that ctest obeys are broken.
void print_safely(std::string_view text) { to_stdout(without_ctest_tags(text)); }

bool is_pattern(const std::string& metric) {
  return metric.find_first_of("*?") != std::string::npos;
}

// The metrics that were asked for: names as they are, whether the file has them or not; patterns as
// what they match. A person is told what matched nothing.
std::vector<std::string> asked_metrics(const ShowOptions& options, const ReportFile& file,
                                       const ReportOutline& outline) {
  std::vector<std::string> names;
  for (const std::uint32_t name : outline.metrics) names.emplace_back(file.names()[name]);
  std::vector<std::string> known;  // a details page also takes a label without its section
  for (const std::string_view name : file.names()) known.emplace_back(name);
  std::vector<std::string> chosen;
  for (const std::string& asked : options.metrics) {
    const std::size_t before = chosen.size();
    for (const std::string& name : names) {
      if (glob_match(asked, name) || name.ends_with(": " + asked)) chosen.push_back(name);
    }
    if (chosen.size() > before) continue;
    tell_line("note: " + file.name() + " has no metric '" + printable(asked) + "'" +
              suggestion(asked, known));
    if (!is_pattern(asked)) chosen.push_back(asked);
  }
  return chosen;
}

std::string title_of(const ReportFile& file, const ReportOutline& outline) {
  std::string text = printable(file.name()) + ": " + std::to_string(outline.results) +
                     (outline.results == 1 ? " result" : " results");
  const std::string& version = file.facts().ncu_version;
  if (!version.empty()) text += ", ncu " + printable(version.substr(0, version.find(' ')));
  for (const std::string& device : outline.devices) text += ", " + printable(device);
  return text + "\n";
}

void print_table(const ResultsInput& input, const ShowOptions& options) {
  const std::vector<std::string> metrics = options.metrics.empty()
                                               ? usual_metrics(input.file, input.outline)
                                               : asked_metrics(options, input.file, input.outline);
  Selection selection = input.selection;
  selection.all_metrics = false;
  selection.metrics = metrics;
  ResultTable table = result_table({input.file, input.outline, selection}, metrics);
  if (metrics.empty()) {
    table.notes.emplace_back("none of the usual metrics is in it; --metrics '*' shows all of them");
  }
  if (options.format == "md") {
    print_safely(results_markdown(table, input.file.name()));
  } else {
    print_safely(title_of(input.file, input.outline));
    print_safely(results_text(table));
  }
}

void print_report(const ResultsInput& input, const ShowOptions& options) {
  if (options.format == "csv") return write_results_csv(input, to_stdout);
  if (options.format == "json") return write_results_json(input, to_stdout);
  if (options.info || options.nvtx || options.rules) {
    print_safely(title_of(input.file, input.outline));
    if (options.info) print_safely(info_text(input.file, input.outline));
    if (options.nvtx) write_nvtx_text(input.file, print_safely);
    if (options.rules) write_rules_text(input.file, print_safely);
    if (options.metrics.empty()) return;
  }
  print_table(input, options);
}

}  // namespace

ExitCode show_report(const std::string& path, const ShowOptions& options) {
  Selection selection;
  selection.all_metrics = options.metrics.empty();
  selection.metrics = options.metrics;
  selection.rules = options.rules && options.format == "json";
  const OpenedReport opened = open_and_check(path, selection);
  for (const std::string& warning : opened.file->warnings()) {
    tell_line("warning: " + opened.file->name() + ": " + printable(warning));
  }
  if (opened.outline.results == 0) {
    throw Error(ErrorKind::kMeasurement,
                path + " is a report without any result: nothing was measured");
  }
  print_report({*opened.file, opened.outline, selection}, options);
  return ExitCode::kPass;
}

}  // namespace ncu_regions::cli
