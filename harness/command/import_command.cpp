#include "harness/command/import_command.h"

#include "harness/command/environment.h"

namespace ncu_regions {

CaptureCommand import_command(const NcuTool& ncu, const std::filesystem::path& report,
                              const Environment& caller) {
  CaptureCommand command;
  command.id = "import";
  command.argv = {ncu.program.string()};
  if (ncu.version >= NcuVersion{2023, 1}) command.argv.emplace_back("--config-file=off");
  for (const std::string& word : {"--import=" + report.string(), std::string("--csv"),
                                  std::string("--page=raw"), std::string("--print-units=base")}) {
    command.argv.push_back(word);
  }
  Environment environment = caller;
  environment["LC_ALL"] = "C";
  environment["NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT"] = "1";
  command.environment = as_list(environment);
  command.timeout_s = 300;  // a loaded machine was seen to take 17 s for a small report
  return command;
}

}  // namespace ncu_regions
