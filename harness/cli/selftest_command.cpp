// ncu-regions selftest: unchanged code, measured often: would the gates cry wolf here?
#include <cstdio>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/core/text.h"
#include "harness/pipeline/selftest.h"
#include "harness/render/markdown.h"
#include "harness/render/table_text.h"

namespace ncu_regions::cli {
namespace {

std::string percent_text(double share) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f %%", 100 * share);
  return text;
}

double share_of(std::size_t count, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
}

TableRow row_of(const Series& series, const SeriesReport& report, std::size_t trials) {
  return {printable(series.test.declared),
          series.test.metric,
          with_unit(report.level, series.test.unit),
          report.is_exact ? "none" : percent_text(report.spread),
          to_string(series.test.budget),
          percent_text(share_of(report.false_alarms, trials)),
          report.smallest   ? percent_text(*report.smallest)
          : report.is_exact ? "any beyond the budget"
                            : "not even 100 %"};
}

void print_result(const SelfTest& test) {
  const Resampled& result = test.result;
  if (test.series.empty()) {
    print_line("nothing that is gated here varies: " + counted(test.exact.size(), "gate") +
               " that repeat exactly need no self-test");
    return;
  }
  print_line("unchanged code, " + counted(result.captures, "capture") + " on " +
             printable(test.device) + " (" + test.kind + "), dealt out " +
             std::to_string(result.trials) + " times as two builds: 3 v 3 first, then up to " +
             std::to_string(result.pairs) + " pairs of what is undecided");
  std::vector<TableRow> rows = {
      {"region", "metric", "level", "spread", "budget", "false alarms", "smallest change seen"}};
  for (std::size_t i = 0; i < test.series.size(); ++i) {
    rows.push_back(row_of(test.series[i], result.series[i], result.trials));
  }
  if (rows.size() > 1) print_line(table_text(rows));
  print_line("false alarms: " + std::to_string(result.false_alarms) + " of " +
             std::to_string(result.trials) + " checks (" +
             percent_text(share_of(result.false_alarms, result.trials)) +
             "; promised: at most 1 %)");
  if (!test.exact.empty()) {
    print_line("measured once, because they repeat exactly: " +
               counted(test.exact.size(), "further gate"));
  }
  for (const GatedTest& gated : test.incomplete) {
    print_line("left out: " + printable(gated.declared) + "  " + gated.metric +
               " has no value in some captures");
  }
  print_line("one session on one machine: what differs between sessions is not in these numbers");
}

}  // namespace

Action add_selftest(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "selftest", "How often would unchanged code fail here?");
  const auto options = add_check_options(*command);
  auto request = std::make_shared<SelfTestRequest>();
  command->add_option("--captures", request->captures, "captures to take")->check(above_zero());
  command->add_option("--trials", request->trials, "times to deal them out")->check(above_zero());
  command->add_option("--seed", request->seed, "of the dealing");
  return [options, request, &context] {
    request->check = request_from(*options, context);
    if (options->run.empty()) request->check.workload.run += ".selftest";
    print_result(self_test(*request));
    return ExitCode::kPass;
  };
}

}  // namespace ncu_regions::cli
