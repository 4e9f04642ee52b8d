// ncu-regions ab: two builds side by side.
#include "harness/cli/check_options.h"
#include "harness/cli/commands.h"
#include "harness/cli/print_outcome.h"
#include "harness/core/error.h"
#include "harness/pipeline/program.h"

namespace ncu_regions::cli {
namespace {

struct Builds {
  std::string base, head;
  std::vector<std::string> base_args, head_args;
};

// Which of its two programs a test is compared by: the old build is one program, of one kind.
bool is_cuda_build(const Workload& workload, const std::string& base) {
  if (workload.host_command.empty() || workload.gpu_command.empty()) {
    return workload.host_command.empty();
  }
  return holds_gpu_code(base);
}

// Leaves one program, so that nothing else can be measured in its place.
void keep_one(Workload& workload, bool is_cuda, const std::string& program) {
  (is_cuda ? workload.host_command : workload.gpu_command).clear();
  if (!program.empty()) (is_cuda ? workload.gpu_command : workload.host_command).front() = program;
}

void add_arguments(Workload& workload, const std::vector<std::string>& more) {
  workload.args.insert(workload.args.end(), more.begin(), more.end());
}

CheckRequest request_of(const CheckOptions& options, const Builds& builds, Context context) {
  const bool is_described = !options.test.empty() || !options.workload.empty();
  if (!is_described) {
    if (builds.head.empty()) {
      throw Error(ErrorKind::kUsage,
                  "ab needs --head PROGRAM, or a test of a build (--build, --test), or --workload");
    }
    context.after_dashes.insert(context.after_dashes.begin(), builds.head);
  }
  CheckRequest request = request_from(options, context);
  const bool is_cuda = is_cuda_build(request.workload, builds.base);
  keep_one(request.workload, is_cuda, is_described ? builds.head : "");
  request.base = request.workload;
  keep_one(*request.base, is_cuda, builds.base);
  add_arguments(*request.base, builds.base_args);
  add_arguments(request.workload, builds.head_args);
  return request;
}

}  // namespace

Action add_ab(CLI::App& app, const Context& context) {
  CLI::App* command =
      add_command(app, "ab", "Measure two builds side by side and judge the new one");
  const auto options = add_check_options(*command);
  auto builds = std::make_shared<Builds>();
  command->add_option("--base", builds->base, "program of the old build")->required();
  command->add_option("--head", builds->head, "program of the new build");
  command->add_option("--base-arg", builds->base_args, "argument of the old build alone")
      ->allow_extra_args(false);
  command->add_option("--head-arg", builds->head_args, "argument of the new build alone")
      ->allow_extra_args(false);
  return [options, builds, &context] {
    const CheckRequest request = request_of(*options, *builds, context);
    const Outcome outcome = check(request);
    print_outcome(outcome, request.workload.run);
    return exit_code_of(outcome);
  };
}

}  // namespace ncu_regions::cli
