// ncu-regions discover: which regions a program opens, and the lines that register it.
#include <filesystem>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/scratch_folder.h"
#include "harness/core/text.h"
#include "harness/pipeline/survey.h"
#include "harness/render/survey_text.h"

namespace ncu_regions::cli {
namespace {

namespace fs = std::filesystem;

struct DiscoverOptions {
  std::string name;
  std::string write;
  std::string run;
  std::string timeout;
  std::vector<std::string> program;  // given without "--" before it
};

// Everything from the program on: "--" before it may be left out, one after it is its own.
std::vector<std::string> command_words(const DiscoverOptions& options, const Context& context) {
  std::vector<std::string> words = options.program;
  if (!words.empty() && context.has_dashes) words.emplace_back("--");
  words.insert(words.end(), context.after_dashes.begin(), context.after_dashes.end());
  return words;
}

// A list of regions that somebody has chosen from is not replaced.
void require_new_file(const std::string& file) {
  std::error_code failed;
  if (file.empty() || !fs::exists(file, failed)) return;
  throw Error(ErrorKind::kUsage, file + " exists; name another file, or remove it first");
}

SurveyRequest request_from(const DiscoverOptions& options, const Context& context,
                           const fs::path& folder) {
  const std::vector<std::string> words = command_words(options, context);
  if (words.empty()) {
    throw Error(ErrorKind::kUsage,
                "nothing to run: ncu-regions discover [--write FILE] -- PROGRAM [ARGUMENT...]");
  }
  if (words.front().starts_with('-')) {
    throw Error(ErrorKind::kUsage, "unknown option '" + printable(words.front()) +
                                       "'; see 'ncu-regions discover --help'");
  }
  require_new_file(options.write);
  SurveyRequest request;
  request.workload.host_command = {words.front()};
  request.workload.args.assign(words.begin() + 1, words.end());
  request.workload.name = options.name.empty() ? default_name(words) : options.name;
  if (!options.timeout.empty()) request.overrides = {"timeout_s=" + options.timeout};
  request.library = find_injection_library();
  request.folder = folder;
  return request;
}

// What a reader of the file, or of the list in it, must know.
std::string caveat(const Survey& seen, std::size_t declared) {
  std::string text;
  if (!seen.bad_end.empty()) text = "partial: the program " + seen.bad_end + ". ";
  if (declared < seen.tree.regions.size()) {
    text += "The outermost " + std::to_string(declared) + " of " +
            std::to_string(seen.tree.regions.size()) + " regions.";
  }
  return text;
}

void write_workload(const Survey& seen, const std::string& file) {
  Workload workload = seen.workload;
  workload.regions = declared_names(seen.tree);
  const std::string note = caveat(seen, workload.regions.size());
  write_file(file, workload_yaml(workload, note));
  print_line("wrote " + printable(file) + "; measure it: ncu-regions check --workload " +
             shell_word(printable(file)));
  if (!note.empty()) print_line("note: " + printable(note));
}

// When the program failed, a message names its output.
Survey survey_or_keep(const SurveyRequest& request, ScratchFolder& scratch) {
  try {
    return survey(request);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kMeasurement) scratch.keep();
    throw;
  }
}

ExitCode discover(const DiscoverOptions& options, const Context& context) {
  ScratchFolder scratch({temporary_files_folder()});
  const fs::path folder = options.run.empty() ? scratch.path() / "survey" : fs::path(options.run);
  const Survey seen = survey_or_keep(request_from(options, context, folder), scratch);
  if (!seen.bad_end.empty()) {
    tell_line("the program " + printable(seen.bad_end) + ": what follows is what it had recorded" +
              seen.last_words);
  }
  if (seen.tree.regions.empty()) {
    tell_line("the program uses NVTX and opened no range");
    return ExitCode::kNotMeasured;
  }
  const SurveyView view = {seen.workload, seen.tree, seen.is_cuda};
  print_text(survey_text(view));
  for (const std::string& note : seen.tree.notes) print_line("note: " + printable(note));
  print_line(
      "\nfor CMakeLists.txt (a target of your project: HOST_TARGET or TARGET with its name "
      "instead of the command):\n");
  print_text(add_test_lines(view));
  if (!options.write.empty()) write_workload(seen, options.write);
  return seen.bad_end.empty() ? ExitCode::kPass : ExitCode::kNotMeasured;
}

}  // namespace

Action add_discover(CLI::App& app, const Context& context) {
  CLI::App* command = add_command(app, "discover", "Show which regions a program opens");
  auto options = std::make_shared<DiscoverOptions>();
  command->add_option("--name", options->name, "name of the workload");
  command->add_option("--write", options->write, "write a workload file");
  command->add_option("--run", options->run, "folder to keep the capture in");
  command->add_option("--timeout", options->timeout, "seconds that the program may take");
  command->prefix_command();  // from the first word that is no option on, all is the program's
  return [options, command, &context] {
    options->program = command->remaining();
    return discover(*options, context);
  };
}

}  // namespace ncu_regions::cli
