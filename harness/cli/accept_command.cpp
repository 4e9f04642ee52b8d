// ncu-regions accept: makes the values of a run the accepted ones.
#include "harness/cli/commands.h"
#include "harness/core/text.h"
#include "harness/pipeline/accept.h"
#include "harness/render/markdown.h"

namespace ncu_regions::cli {
namespace {

std::string line_text(const AcceptedLine& line) {
  const std::string now = with_unit(line.now, line.unit);
  const std::string name = "  " + printable(line.region) + "  " + line.metric + ": ";
  if (!line.before) return name + "none -> " + now;
  return name + with_unit(*line.before, line.unit) + " -> " + now + " (" +
         relative_change(*line.before, line.now) + ")";
}

ExitCode run(const AcceptRequest& request) {
  const AcceptResult result = accept(request);
  if (result.lines.empty()) {
    print_line("nothing to accept: every value is within its budget (--all accepts it anyway)");
    return ExitCode::kPass;
  }
  for (const AcceptedLine& line : result.lines) print_line(line_text(line));
  if (request.dry_run) {
    print_line("dry run: nothing was written to " + printable(result.file.string()));
    return ExitCode::kPass;
  }
  print_line("written: " + printable(result.file.string()));
  const std::string file = shell_word(printable(result.file.string()));
  print_line("commit it alone: git add " + file + " && git commit -m " +
             shell_word(printable(result.commit_message)) + " -- " + file);
  return ExitCode::kPass;
}

}  // namespace

Action add_accept(CLI::App& app, const Context&) {
  CLI::App* command = add_command(app, "accept", "Make the values of a run the accepted ones");
  auto request = std::make_shared<AcceptRequest>();
  auto run_folder = std::make_shared<std::string>();
  auto baselines = std::make_shared<std::string>();
  command->add_option("--run", *run_folder, "run folder")->required();
  command->add_option("--reason", request->reason, "why the new level is right")->required();
  command->add_option("--baselines", *baselines, "folder of the stored baselines");
  command->add_flag("--all", request->all, "also values that pass or cannot be compared");
  command->add_flag("--dry-run", request->dry_run, "print the difference, write nothing");
  return [request, run_folder, baselines] {
    request->run = *run_folder;
    if (!baselines->empty()) request->baselines = *baselines;
    return run(*request);
  };
}

}  // namespace ncu_regions::cli
