#include "harness/cli/print_outcome.h"

#include <algorithm>

#include "harness/cli/commands.h"
#include "harness/core/capture_kind.h"
#include "harness/core/own_files.h"
#include "harness/core/text.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"
#include "harness/render/why.h"

namespace ncu_regions::cli {
namespace {

std::string finding(const Verdict& verdict) {
  const std::string waived =
      verdict.waived ? " (" + std::string(to_string(*verdict.waived)) + ")" : "";
  return "  " + std::string(to_string(verdict.word)) + waived + "  " +
         printable(display_form(verdict.region)) + "  " + verdict.metric +
         (verdict.gate == Gate::kWarn ? " (warning only)" : "") + ": " + printable(verdict.reason);
}

// A reason that holds for every metric of a region (it was never opened) is said once.
bool is_repetition(const Verdict& verdict, const Verdict* before) {
  return before != nullptr && verdict.word == VerdictWord::kNotMeasured &&
         before->declared == verdict.declared && before->word == verdict.word &&
         before->reason == verdict.reason;
}

void print_first_run(const Outcome& outcome, const std::filesystem::path& run) {
  const bool lacks_one = std::ranges::any_of(outcome.verdicts, [](const Verdict& verdict) {
    return verdict.word == VerdictWord::kNoBaseline;
  });
  if (outcome.skipped || has_old(outcome) || !lacks_one) return;
  print_line("  no baseline: " + printable(outcome.baseline.file) + " does not exist");
  const bool complete = std::ranges::none_of(outcome.verdicts, [](const Verdict& verdict) {
    return verdict.word == VerdictWord::kNotMeasured;
  });
  if (complete) {
    print_line("  accept these values: " + shell_word(printable(own_program())) + " accept --run " +
               shell_word(printable(run.string())) + " --reason 'first baseline'" +
               captures_option(outcome));
  }
}

}  // namespace

void print_findings(const Outcome& outcome, bool with_passes) {
  const Verdict* before = nullptr;
  for (const Verdict& verdict : outcome.verdicts) {
    const bool first_run = verdict.word == VerdictWord::kNoBaseline && !has_old(outcome);
    const bool is_finding = verdict.word != VerdictWord::kPass || with_passes;
    if (is_finding && !first_run && !is_repetition(verdict, before)) {
      print_line(finding(verdict));
    }
    before = &verdict;
  }
}

void print_review(const Outcome& outcome) {
  const std::string line = review_line(outcome);
  if (line.empty()) return;
  print_line("  " + line);
  for (const RuleChange& change : outcome.review->changes) {
    print_line("    " + printable(change.what) + (change.loosens ? " (lets more pass)" : "") +
               (change.region.empty() ? "" : "  " + printable(change.region)) +
               (change.metric.empty() ? "" : "  " + printable(change.metric)) + ": " +
               printable(change.before.empty() ? "none" : change.before) + " -> " +
               printable(change.now.empty() ? "none" : change.now));
  }
  for (const OtherVerdict& verdict : outcome.review->verdicts) {
    print_line("    under the rules of the base " + printable(display_form(verdict.region)) + "  " +
               verdict.metric + " is " + std::string(to_string(verdict.before)) + ": " +
               printable(verdict.reason));
  }
}

void print_outcome(const Outcome& outcome, const std::filesystem::path& run) {
  if (outcome.skipped) {
    print_line("cannot measure here: " + printable(outcome.profiler_reason));
  } else if (outcome.kind == to_string(CaptureKind::kBenchmark)) {
    print_line(printable(outcome.profiler_reason) + ", not a GPU");
  } else if (outcome.kind == to_string(CaptureKind::kHost)) {
    print_line("host profiler, not a GPU: " + printable(outcome.profiler_reason));
  } else {
    print_line("measured by " + printable(outcome.profiler_reason));
  }
  print_line(printable(summary_line(outcome)));
  if (!outcome.skipped) print_line("  " + printable(spent_line(outcome)));
  for (const std::string& note : outcome.notes) print_line("  note: " + printable(note));
  print_review(outcome);
  print_findings(outcome);
  print_first_run(outcome, run);
  print_line("report: " + printable(report_file(run).string()));
}

}  // namespace ncu_regions::cli
