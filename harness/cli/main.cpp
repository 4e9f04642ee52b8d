// ncu-regions: hardware-counter budgets per NVTX region. Only dispatches.
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>

#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/core/version.h"
#include "harness/run/interrupt.h"
#include "pages_embedded.h"

namespace ncu_regions::cli {
namespace {

// --help is the page of the reference documentation: the two cannot drift apart.
class Page : public CLI::Formatter {
 public:
  explicit Page(std::string name) : name_(std::move(name)) {}
  std::string make_help(const CLI::App*, std::string, CLI::AppFormatMode) const override {
    return std::string(pages::text(name_ + ".md"));
  }

 private:
  std::string name_;
};

// ctest kills without warning; when it is itself killed, we must not go on in the background.
// Only under ctest: elsewhere a program may well outlive the shell that started it.
void die_with_ctest() {
  if (std::getenv("NCU_REGIONS_UNDER_CTEST") == nullptr) return;
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) raise(SIGKILL);
}

// A write beyond the limit on the size of files (ulimit -f) fails then, and its message names the
// file; the signal would end us without a word.
void let_writes_fail() { std::signal(SIGXFSZ, SIG_IGN); }

// Nothing that was printed may be lost without a word. A regression that was seen stays one.
ExitCode after_output(ExitCode code) {
  const bool is_written = std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return code;
  tell_line("error: cannot write to standard output: is the disk full?");
  const ExitCode codes[] = {code, ExitCode::kUsage};
  return combine(codes);
}

Context split_at_dashes(std::vector<std::string>& args) {
  Context context;
  const auto dashes = std::ranges::find(args, "--");
  if (dashes == args.end()) return context;
  context.has_dashes = true;
  context.after_dashes.assign(dashes + 1, args.end());
  args.erase(dashes, args.end());
  return context;
}

using Add = Action (*)(CLI::App& app, const Context& context);
const std::map<std::string, Add> kCommands = {
    {"check", add_check},         {"plan", add_plan},       {"profile", add_profile},
    {"report", add_report},       {"show", add_show},       {"accept", add_accept},
    {"discover", add_discover},   {"doctor", add_doctor},   {"ab", add_ab},
    {"compare", add_compare},     {"budgets", add_budgets}, {"selftest", add_selftest},
    {"summarize", add_summarize},
};

void refuse_unknown_command(const std::string& command) {
  std::vector<std::string> known;
  known.reserve(kCommands.size());
  for (const auto& [name, add] : kCommands) known.push_back(name);
  throw Error(ErrorKind::kUsage, "unknown command '" + printable(command) + "'" +
                                     suggestion(command, known) + "; the commands are " +
                                     join(known, ", "));
}

// An empty value is mostly a shell variable that is not set: --markdown "$FILE" would write nothing
// and say nothing. Arguments of the workload may be empty.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      const std::string name = option->get_name();
      if (!name.starts_with("--") || name == "--base-arg" || name == "--head-arg") continue;
      if (std::ranges::find(option->results(), "") == option->results().end()) continue;
      throw Error(ErrorKind::kUsage, "cannot use " + name + " with an empty value. Leave " + name +
                                         " out, or give it a value.");
    }
  }
}

ExitCode run(std::vector<std::string> args) {
  const Context context = split_at_dashes(args);
  CLI::App app("Hardware-counter budgets per NVTX region, as ordinary ctests", "ncu-regions");
  app.formatter(std::make_shared<Page>("ncu-regions"));
  app.set_version_flag("--version", program_version());
  app.require_subcommand(1);
  Action action;
  if (!args.empty() && !args.front().starts_with('-')) {
    // Only the command that was chosen: describing all of them takes longer than most of them run.
    const auto command = kCommands.find(args.front());
    if (command == kCommands.end()) refuse_unknown_command(args.front());
    action = command->second(app, context);
  }
  try {
    std::ranges::reverse(args);  // CLI11 takes them from the back
    app.parse(args);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error), ExitCode::kPass;  // --help, --version
    throw Error(ErrorKind::kUsage, printable(error.what()) +
                                       "; see 'ncu-regions --help' and "
                                       "'ncu-regions COMMAND --help'");
  }
  refuse_empty_values(app);
  return action();
}

}  // namespace

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& description) {
  CLI::App* command = app.add_subcommand(name, description);
  command->formatter(std::make_shared<Page>(name));
  return command;
}

CLI::Validator above_zero() {
  const auto refuse = [](const std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool is_number = end != text.c_str() && *end == '\0' && std::isfinite(number);
    return is_number && number > 0 ? "" : "'" + text.substr(0, 40) + "' is not a number above 0";
  };
  return {refuse, "ABOVE 0", "above 0"};
}

}  // namespace ncu_regions::cli

int main(int argc, char** argv) {
  using namespace ncu_regions;
  try {
    cli::die_with_ctest();
    cli::let_writes_fail();
    handle_interruptions();
    const ExitCode code = cli::run(std::vector<std::string>(argv + 1, argv + argc));
    return static_cast<int>(cli::after_output(code));
  } catch (const Error& error) {
    cli::tell_line("error: " + std::string(error.what()));
    if (interruption() != 0) end_by_interruption();
    return static_cast<int>(exit_code_of(error.kind()));
  } catch (const std::exception& error) {
    cli::tell_line(std::string("error: ") + error.what());
    return static_cast<int>(ExitCode::kNotMeasured);
  }
}
