#include "harness/pipeline/program.h"

#include <cstdlib>

#include "harness/core/error.h"
#include "harness/machine/probe.h"

namespace ncu_regions {

namespace fs = std::filesystem;

SettingsSources settings_sources(const Workload& workload,
                                 const std::vector<std::string>& overrides) {
  SettingsSources sources;
  sources.conf = find_conf();
  sources.preset = workload.preset;
  sources.files = workload.config_files;
  sources.overrides = workload.overrides;
  sources.overrides.insert(sources.overrides.end(), overrides.begin(), overrides.end());
  if (const char* variable = std::getenv("NCU_REGIONS_PROFILER")) {
    if (*variable != '\0') sources.profiler_variable = variable;
  }
  return sources;
}

void resolve_program(Workload& workload) {
  if (workload.working_directory.empty()) workload.working_directory = fs::current_path();
  if (workload.host_command.empty()) return;
  std::string& program = workload.host_command.front();
  if (program.find('/') == std::string::npos) {
    const auto found = find_program(program);
    if (!found) throw Error(ErrorKind::kUsage, "no program '" + program + "' on PATH");
    program = found->string();
  }
  program = fs::absolute(program).lexically_normal().string();
  std::error_code failed;
  if (!fs::is_regular_file(program, failed)) {
    throw Error(ErrorKind::kUsage, "no program " + program + "; build it first");
  }
}

}  // namespace ncu_regions
