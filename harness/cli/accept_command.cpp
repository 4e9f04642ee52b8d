// ncu-regions accept: makes the values of a run the accepted ones.
#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/scratch_folder.h"
#include "harness/core/text.h"
#include "harness/pipeline/accept.h"
#include "harness/pipeline/check.h"
#include "harness/render/markdown.h"
#include "harness/render/table_text.h"

namespace ncu_regions::cli {
namespace {

struct AcceptOptions {
  AcceptRequest request;
  std::string run, baselines;
  std::string benchmarks, name;  // a file of Google Benchmark, instead of a run
  std::size_t captures = 0;
};

// The difference, for people.
std::string difference(const Acceptance& acceptance) {
  std::vector<std::vector<std::string>> rows = {
      {"region", "metric", "before", "now", "change", "captures"}};
  for (const AcceptedLine& line : acceptance.lines) {
    rows.push_back({printable(line.region), line.metric,
                    line.before ? with_unit(*line.before, line.unit) : "none",
                    with_unit(line.now, line.unit),
                    line.before ? relative_change(*line.before, line.now) : "",
                    std::to_string(line.captures)});
  }
  return table_text(rows);
}

std::string why_nothing(const Acceptance& acceptance) {
  if (acceptance.unchanged > 0) return "these values are stored already";
  if (acceptance.incomparable > 0) {
    return counted(acceptance.incomparable, "value") +
           " cannot be compared with the baseline; --all accepts what was measured now";
  }
  return "no value has a new level (--all accepts those that pass, too)";
}

void print_commit(const Acceptance& acceptance) {
  const std::string file = shell_word(printable(acceptance.file.string()));
  print_line("commit it alone: git add " + file + " && git commit -m " +
             shell_word(printable(acceptance.commit_message)) + " -- " + file);
}

ExitCode run_accept(const AcceptOptions& options) {
  const Acceptance acceptance = prepare_acceptance(options.request);
  if (!acceptance.changes()) {
    print_line("nothing to accept: " + why_nothing(acceptance));
    return ExitCode::kPass;
  }
  if (!acceptance.lines.empty()) print_line(difference(acceptance));
  for (const std::string& note : acceptance.notes) print_line("note: " + note);
  if (acceptance.parts > 0) {
    print_line("stores what the values of " + counted(acceptance.parts, "region") +
               " are made of, for explanations; the values stay");
  }
  const std::string file = printable(acceptance.file.string());
  if (options.request.dry_run) {
    print_line("dry run: nothing was written to " + file);
    return ExitCode::kPass;
  }
  write_acceptance(acceptance);
  print_line("written: " + file);
  print_commit(acceptance);
  return ExitCode::kPass;
}

// A run of the file, in a folder that is gone afterwards.
std::filesystem::path judge_benchmarks(const AcceptOptions& options,
                                       const std::filesystem::path& scratch,
                                       const Context& context) {
  CheckOptions check_options;
  check_options.name = options.name;
  check_options.baselines = options.baselines;
  check_options.run = (scratch / "run").string();
  check(request_of_benchmarks(check_options, options.benchmarks, context));
  return check_options.run;
}

}  // namespace

Action add_accept(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "accept", "Make the values of a run the accepted ones");
  auto options = std::make_shared<AcceptOptions>();
  AcceptRequest& request = options->request;
  auto* run = command->add_option("--run", options->run, "run folder");
  auto* file = command->add_option("--benchmark-json", options->benchmarks,
                                   "file of Google Benchmark, instead of a run");
  run->excludes(file);
  command->add_option("--name", options->name, "of the workload")->needs(file);
  command->add_option("--reason", request.reason, "why the new level is right")->required();
  command->add_option("--baselines", options->baselines, "folder of the stored baselines");
  command->add_option("--region", request.regions, "only this one")->allow_extra_args(false);
  command->add_option("--metric", request.metrics, "only this one")->allow_extra_args(false);
  command->add_flag("--all", request.all, "also values that pass or cannot be compared");
  command->add_flag("--add-session", request.add_session, "add a session of unchanged code");
  command->add_option("--captures", options->captures, "take as many when the run has fewer")
      ->check(above_zero());
  command->add_flag("--dry-run", request.dry_run, "print the difference, write nothing");
  return [options, &context] {
    AcceptRequest& chosen = options->request;
    std::optional<ScratchFolder> scratch;
    if (!options->benchmarks.empty()) {
      scratch.emplace(std::initializer_list<std::filesystem::path>{temporary_files_folder()});
      options->run = judge_benchmarks(*options, scratch->path(), context).string();
    }
    if (options->run.empty()) {
      throw Error(ErrorKind::kUsage, "accept needs --run RUN, or --benchmark-json FILE");
    }
    chosen.run = std::filesystem::absolute(options->run);
    if (!options->baselines.empty()) chosen.baselines = options->baselines;
    if (options->captures > 0) {
      chosen.captures = options->captures;
      chosen.library = find_injection_library();
    }
    chosen.tell = tell_line;
    chosen.progress = tell_progress;
    return run_accept(*options);
  };
}

}  // namespace ncu_regions::cli
