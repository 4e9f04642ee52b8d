// ncu-regions compare: two stored runs.
#include "harness/cli/commands.h"
#include "harness/cli/print_outcome.h"
#include "harness/core/text.h"
#include "harness/pipeline/compare_runs.h"
#include "harness/render/outcome_file.h"
#include "harness/render/report.h"

namespace ncu_regions::cli {
namespace {

struct CompareOptions {
  CompareRequest request;
  std::string before, now, out;
  bool all = false;
};

ExitCode run_compare(const CompareOptions& options) {
  const Outcome outcome = compare_runs(options.request);
  print_line(printable(summary_line(outcome)) + ", against " + printable(outcome.base));
  for (const std::string& note : outcome.notes) print_line("  note: " + printable(note));
  print_findings(outcome, options.all);
  if (!options.out.empty()) write_outcome(options.out, outcome);
  return exit_code_of(outcome);
}

}  // namespace

Action add_compare(CLI::App& app, const Context&) {
  CLI::App* command = add_command(app, "compare", "Judge one stored run against another");
  auto options = std::make_shared<CompareOptions>();
  CompareRequest& request = options->request;
  command->add_option("before", options->before, "run folder")->required();
  command->add_option("now", options->now, "run folder")->required();
  command->add_option("--budget", request.budgets, "METRIC(REGION)=ALLOWANCE")
      ->allow_extra_args(false);
  command->add_option("--limit", request.limits, "METRIC(REGION)<=NUMBER")->allow_extra_args(false);
  command->add_option("--fail-on", request.fail_on, "suspect or noisy: exit code 3")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"suspect", "noisy"}));
  command->add_option("--family", request.workloads, "workloads that share the false-alarm rate")
      ->check(CLI::PositiveNumber);
  command->add_option("--out", options->out, "write the verdicts as JSON");
  command->add_flag("--all", options->all, "print what passed too");
  return [options] {
    options->request.before = options->before;
    options->request.now = options->now;
    return run_compare(*options);
  };
}

}  // namespace ncu_regions::cli
