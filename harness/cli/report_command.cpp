// ncu-regions report: rebuilds the reports of a run from its files alone.
#include <algorithm>

#include "harness/cli/commands.h"
#include "harness/core/text.h"
#include "harness/pipeline/check.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/outcome_file.h"
#include "harness/render/report.h"

namespace ncu_regions::cli {
namespace {

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
ExitCode print_for_ctest(const std::filesystem::path& run) {
  std::error_code failed;
  if (!std::filesystem::exists(outcome_file(run), failed)) {
    print_line("no report: nothing was measured in " + printable(run.string()));
    return ExitCode::kSkipped;
  }
  const Outcome outcome = read_outcome(outcome_file(run));
  const std::size_t count = judged(outcome);
  print_line(printable(summary_line(outcome)));
  print_line(std::to_string(count) + " of " + std::to_string(outcome.verdicts.size()) +
             " declared gates were judged");
  print_line("report: " + printable(report_file(run).string()));
  if (outcome.skipped || count > 0 || !outcome.baseline.exists) return ExitCode::kPass;
  const bool may_skip = std::ranges::all_of(outcome.verdicts, [&](const Verdict& verdict) {
    return region_test_code(outcome, verdict) == ExitCode::kSkipped;
  });
  return may_skip ? ExitCode::kPass : ExitCode::kNotMeasured;
}

}  // namespace

Action add_report(CLI::App& app, const Context&) {
  CLI::App* command = add_command(app, "report", "Rebuild the reports of a run from its files");
  auto run = std::make_shared<std::string>();
  auto ctest = std::make_shared<bool>(false);
  command->add_option("run", *run, "run folder")->required();
  command->add_flag("--print-path", *ctest, "rebuild nothing, print the path and a summary");
  return [run, ctest] {
    if (*ctest) return print_for_ctest(*run);
    const Outcome outcome = rebuild_reports(*run);
    print_line(printable(summary_line(outcome)));
    print_line("report: " + printable(report_file(*run).string()));
    return ExitCode::kPass;
  };
}

}  // namespace ncu_regions::cli
