// ncu-regions compare: two stored runs, or two files of Google Benchmark.
#include "harness/cli/commands.h"
#include "harness/cli/print_outcome.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/compare_runs.h"
#include "harness/pipeline/page.h"
#include "harness/pipeline/rule_review.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"
#include "harness/render/why.h"
#include "harness/runs/outcome_file.h"

namespace ncu_regions::cli {
namespace {

struct CompareOptions {
  CompareRequest request;
  std::vector<std::string> runs;
  std::string out, html, rules_from;
  bool all = false;
};

// One run, by its own rules and by those of another build.
ExitCode run_review(const CompareOptions& options) {
  if (options.runs.size() != 1 || !options.request.budgets.empty() ||
      !options.request.limits.empty() || !options.html.empty()) {
    throw Error(ErrorKind::kUsage,
                "--rules-from judges one run by the rules of another build: name that run alone, "
                "and neither budgets nor --html");
  }
  Outcome outcome = read_outcome(outcome_file(options.runs.front()));
  outcome.review = review_run(options.runs.front(), options.rules_from);
  print_line(printable(summary_line(outcome)));
  print_review(outcome);
  if (!outcome.review) {
    throw Error(ErrorKind::kUsage, printable(options.rules_from) +
                                       " does not have this test, or nothing was measured in the "
                                       "run: there is nothing to compare");
  }
  if (review_line(outcome).empty()) {
    print_line("  the rules are those of " + printable(outcome.review->base));
  }
  if (!options.out.empty()) write_outcome(options.out, outcome);
  return outcome.review ? outcome.review->exit_code : exit_code_of(outcome);
}

ExitCode run_compare(const CompareOptions& options) {
  const Comparison comparison = compare_runs(options.request);
  const Outcome& outcome = comparison.outcome;
  print_line(printable(summary_line(outcome)) + ", against " + printable(outcome.base));
  for (const std::string& note : outcome.notes) print_line("  note: " + printable(note));
  print_findings(outcome, options.all);
  if (!options.out.empty()) write_outcome(options.out, outcome);
  if (!options.html.empty()) {
    write_page(options.html, page_of(comparison));
    print_line("page: " + printable(options.html));
  }
  return exit_code_of(outcome);
}

}  // namespace

Action add_compare(CLI::App& app, const Context&) {
  CLI::App* command = add_command(app, "compare", "Judge one stored run against another");
  auto options = std::make_shared<CompareOptions>();
  CompareRequest& request = options->request;
  command
      ->add_option("runs", options->runs, "run folders or files of Google Benchmark: before, now")
      ->required();
  command->add_option("--rules-from", options->rules_from, "build folder of the base commit");
  command->add_option("--budget", request.budgets, "METRIC(REGION)=ALLOWANCE")
      ->allow_extra_args(false);
  command->add_option("--limit", request.limits, "METRIC(REGION)<=NUMBER")->allow_extra_args(false);
  command->add_option("--fail-on", request.fail_on, "suspect or noisy: exit code 3")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"suspect", "noisy"}));
  command->add_option("--family", request.workloads, "workloads that share the false-alarm rate")
      ->check(above_zero());
  command->add_option("--out", options->out, "write the verdicts as JSON");
  command->add_option("--html", options->html, "write a page to explore");
  command->add_flag("--all", options->all, "print what passed too");
  return [options] {
    if (!options->rules_from.empty()) return run_review(*options);
    if (options->runs.size() != 2) {
      throw Error(
          ErrorKind::kUsage,
          "compare needs two run folders or two files of Google Benchmark: before, and now");
    }
    options->request.before = options->runs[0];
    options->request.now = options->runs[1];
    return run_compare(*options);
  };
}

}  // namespace ncu_regions::cli
