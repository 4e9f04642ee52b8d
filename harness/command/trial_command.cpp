#include "harness/command/trial_command.h"

#include "harness/command/environment.h"

namespace ncu_regions {

CaptureCommand trial_command(const NcuTool& ncu, const std::filesystem::path& program,
                             const std::filesystem::path& folder, const Environment& caller) {
  constexpr double kMostSeconds = 20;
  CaptureCommand command;
  command.id = command.pass = "trial";
  command.argv = {ncu.program.string()};
  if (ncu.version >= NcuVersion{2023, 1}) command.argv.emplace_back("--config-file=off");
  for (const std::string& word :
       {std::string("--check-exit-code=yes"), std::string("--clock-control=none"),
        std::string("--cache-control=none"), std::string("--replay-mode=kernel"),
        std::string("--metrics=") + kTrialMetric, "--log-file=" + (folder / kNcuLog).string(),
        "--export=" + percent_doubled(folder.string()) + "/report", program.string()}) {
    command.argv.push_back(word);
  }
  Environment environment = without_injection(caller);
  environment["NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT"] = "1";
  command.environment = as_list(environment);
  command.working_directory = folder;
  command.timeout_s = kMostSeconds;
  return command;
}

}  // namespace ncu_regions
