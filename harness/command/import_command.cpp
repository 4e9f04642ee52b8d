#include "harness/command/import_command.h"

namespace ncu_regions {

CaptureCommand import_command(const std::filesystem::path& ncu, const std::filesystem::path& report,
                              const Environment& caller) {
  CaptureCommand command;
  command.id = "import";
  command.argv = {ncu.string(), "--import", report.string(), "--csv",
                  "--page",     "raw",      "--print-units", "base"};
  Environment environment = caller;
  environment["LC_ALL"] = "C";
  environment["NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT"] = "1";
  for (const auto& [name, value] : environment) command.environment.push_back(name + "=" + value);
  command.timeout_s = 300;  // a loaded machine was seen to take 17 s for a small report
  return command;
}

}  // namespace ncu_regions
