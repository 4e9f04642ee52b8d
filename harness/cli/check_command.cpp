// ncu-regions check and profile: measure, judge, report. They differ in the exit code alone.
#include <algorithm>
#include <chrono>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/core/capture_kind.h"
#include "harness/core/text.h"
#include "harness/core/version.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"

namespace ncu_regions::cli {
namespace {

std::string finding(const Verdict& verdict) {
  return "  " + std::string(to_string(verdict.word)) + "  " +
         printable(display_form(verdict.region)) + "  " + verdict.metric +
         (verdict.gate == Gate::kFail ? "" : " (warning only)") + ": " + printable(verdict.reason);
}

// A reason that holds for every metric of a region (it was never opened) is said once.
bool is_repetition(const Verdict& verdict, const Verdict* before) {
  return before != nullptr && verdict.word == VerdictWord::kNotMeasured &&
         before->declared == verdict.declared && before->word == verdict.word &&
         before->reason == verdict.reason;
}

void print_findings(const Outcome& outcome) {
  const Verdict* before = nullptr;
  for (const Verdict& verdict : outcome.verdicts) {
    const bool first_run = verdict.word == VerdictWord::kNoBaseline && !outcome.baseline.exists;
    if (verdict.word != VerdictWord::kPass && !first_run && !is_repetition(verdict, before)) {
      print_line(finding(verdict));
    }
    before = &verdict;
  }
}

void print_first_run(const Outcome& outcome, const std::filesystem::path& run) {
  if (outcome.skipped || outcome.baseline.exists) return;
  print_line("  no baseline: " + printable(outcome.baseline.file) + " does not exist");
  const bool complete = std::ranges::none_of(outcome.verdicts, [](const Verdict& verdict) {
    return verdict.word == VerdictWord::kNotMeasured;
  });
  if (complete) {
    print_line("  accept these values: " + shell_word(printable(own_program())) + " accept --run " +
               shell_word(printable(run.string())) + " --reason 'first baseline'");
  }
}

void print_outcome(const Outcome& outcome, const std::filesystem::path& run) {
  if (outcome.skipped) {
    print_line("cannot measure here: " + printable(outcome.profiler_reason));
  } else if (outcome.kind == to_string(CaptureKind::kHost)) {
    print_line("host profiler, not a GPU: " + printable(outcome.profiler_reason));
  } else {
    print_line("measured by " + printable(outcome.profiler_reason));
  }
  print_line(printable(summary_line(outcome)));
  for (const std::string& note : outcome.notes) print_line("  note: " + printable(note));
  print_findings(outcome);
  print_first_run(outcome, run);
  print_line("report: " + printable(report_file(run).string()));
}

Action add(CLI::App& app, const Context& context, const char* name, const char* description,
           bool under_ctest, ExitCode (*code)(const Outcome&)) {
  CLI::App* command = add_command(app, name, description);
  const auto options = add_check_options(*command);
  auto deadline_s = std::make_shared<double>(0);
  command->add_option("--deadline", *deadline_s, "seconds for all of it")
      ->check(CLI::PositiveNumber);
  const auto begin = std::chrono::steady_clock::now();
  return [options, &context, under_ctest, code, deadline_s, begin] {
    CheckRequest request = request_from(*options, context);
    request.invalidate_first = under_ctest;
    if (*deadline_s > 0) {
      request.deadline = begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                     std::chrono::duration<double>(*deadline_s));
    }
    const Outcome outcome = check(request);
    print_outcome(outcome, request.workload.run);
    return code(outcome);
  };
}

}  // namespace

Action add_check(CLI::App& app, const Context& context) {
  return add(app, context, "check", "Measure a program, judge its regions, write the reports",
             false, [](const Outcome& outcome) { return exit_code_of(outcome); });
}

Action add_profile(CLI::App& app, const Context& context) {
  return add(app, context, "profile", "The same, but exit 0 whenever there is an outcome", true,
             [](const Outcome& outcome) { return profile_code(outcome); });
}

}  // namespace ncu_regions::cli
