// CLI: the subcommands. Each file declares its options, runs and returns the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "harness/core/exit_code.h"

namespace ncu_regions::cli {

// What a subcommand gets: everything after a lone "--" is kept apart, it belongs to the program
// under test.
struct Context {
  std::vector<std::string> after_dashes;
  bool has_dashes = false;
};

// A subcommand adds itself to `app` and returns what to do when it was chosen.
using Action = std::function<ExitCode()>;
Action add_check(CLI::App& app, const Context& context);
Action add_plan(CLI::App& app, const Context& context);
Action add_profile(CLI::App& app, const Context& context);
Action add_report(CLI::App& app, const Context& context);
Action add_show(CLI::App& app, const Context& context);
Action add_ab(CLI::App& app, const Context& context);
Action add_compare(CLI::App& app, const Context& context);
Action add_budgets(CLI::App& app, const Context& context);
Action add_selftest(CLI::App& app, const Context& context);
Action add_accept(CLI::App& app, const Context& context);
Action add_discover(CLI::App& app, const Context& context);
Action add_doctor(CLI::App& app, const Context& context);
Action add_summarize(CLI::App& app, const Context& context);

// Adds a subcommand whose --help is the page docs/reference/cli/<name>.md.
CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& description);

// Numbers above 0. The validator of CLI11 prints the largest one there is, in 309 digits.
CLI::Validator above_zero();

// A line on standard output or standard error, safe for terminals and for ctest.
void print_line(const std::string& text);
void tell_line(const std::string& text);
// A command of GitHub Actions, as it is.
void print_command(const std::string& line);
// A text of several lines on standard output.
void print_text(std::string text);
// A line of progress on standard error: on a terminal the next one takes its place, in a log only
// one in thirty is written.
void tell_progress(const std::string& text);

}  // namespace ncu_regions::cli
