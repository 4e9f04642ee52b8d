// ncu-regions summarize: all workloads of a build, a line each.
#include "harness/cli/commands.h"
#include "harness/config/workload.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/pipeline/summary.h"

namespace ncu_regions::cli {
namespace {

ExitCode summarize(const std::string& build) {
  const Summary summary = summarize_build(build);
  for (const WorkloadSummary& workload : summary.workloads) {
    print_line(std::string(to_string(workload.state)) + "  " + printable(workload.line));
  }
  print_line(printable(summary.line()));
  return summary.has_runs() ? ExitCode::kPass : ExitCode::kSkipped;
}

}  // namespace

Action add_summarize(CLI::App& app, const Context& /*context*/) {
  CLI::App* command = add_command(app, "summarize", "All workloads of a build, a line each");
  auto build = std::make_shared<std::string>(".");
  command->add_option("--build", *build, "CMake build folder with registered tests");
  return [build] { return summarize(*build); };
}

}  // namespace ncu_regions::cli
