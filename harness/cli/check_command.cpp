// ncu-regions check and profile: measure, judge, report. They differ in the exit code alone.
#include <chrono>

#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/cli/print_outcome.h"
#include "harness/core/error.h"

namespace ncu_regions::cli {
namespace {

// What names the base build is looked at when the old outcome cannot be read any more.
BaseChoice base_choice(const CheckOptions& options, const std::string& base,
                       const Context& context) {
  if (!options.test.empty()) return {options.build, base, context.after_dashes};
  if (base.empty()) return {};
  throw Error(ErrorKind::kUsage,
              "--base-build needs a test of a build (--build, --test); 'ncu-regions ab' compares "
              "two programs");
}

Action add(CLI::App& app, const Context& context, const char* name, const char* description,
           bool under_ctest, ExitCode (*code)(const Outcome&)) {
  CLI::App* command = add_command(app, name, description);
  const auto options = add_check_options(*command);
  auto deadline_s = std::make_shared<double>(0);
  command->add_option("--deadline", *deadline_s, "seconds for all of it")->check(above_zero());
  auto base = std::make_shared<std::string>();
  command->add_option("--base-build", *base, "build folder to be measured side by side with");
  auto benchmarks = std::make_shared<std::string>();
  command->add_option("--benchmark-json", *benchmarks, "file of Google Benchmark to be judged");
  const auto begin = std::chrono::steady_clock::now();
  return [options, &context, under_ctest, code, deadline_s, base, benchmarks, begin] {
    CheckRequest request = benchmarks->empty()
                               ? request_from(*options, context)
                               : request_of_benchmarks(*options, *benchmarks, context);
    request.base_choice = base_choice(*options, *base, context);
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
