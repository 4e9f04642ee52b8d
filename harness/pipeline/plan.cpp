#include "harness/pipeline/plan.h"

#include <cstdlib>

#include "harness/artifacts/host_capture.h"
#include "harness/core/error.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/caller.h"
#include "harness/pipeline/ncu_captures.h"
#include "harness/pipeline/ncu_evidence.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr NcuVersion kNewestKnown = {2026, 1};

void find_tool(PlannedRun& planned) {
  Machine machine;
  machine.nvidia_driver = "not asked";  // whether there is one decides nothing here
  look_at_gpu(machine, planned.settings.ncu.program);
  if (!machine.ncu) {
    planned.ncu.program = "ncu";
    return;
  }
  planned.ncu = {machine.ncu->path, machine.ncu->version};
  refuse_unknown_to_ncu(planned.settings, machine.ncu->version, sections_of(*machine.ncu));
}

std::optional<SeenProgram> last_survey(PlannedRun& planned) {
  const fs::path file = planned.workload.run / kCaptures / kSurveyFolder / kCaptureFile;
  std::error_code failed;
  if (!fs::exists(file, failed)) return std::nullopt;
  planned.survey = file.string();
  planned.is_survey_old = fs::last_write_time(planned.workload.gpu_command.front(), failed) >
                          fs::last_write_time(file, failed);
  const Capture capture = read_host_capture(file);
  return seen_program(assemble_regions(std::span(&capture, 1)));
}

std::string folder_name(std::size_t number, const PlannedCapture& capture) {
  std::string name = std::to_string(number) + "-" + std::string(to_string(capture.kind));
  if (capture.level > 0) name += "-" + std::to_string(capture.level);
  return name;
}

}  // namespace

PlannedRun plan_check(CheckRequest request) {
  if (request.workload.gpu_command.empty()) {
    throw Error(ErrorKind::kUsage,
                "there is no CUDA program to plan for: the test has no TARGET or COMMAND, or the "
                "program holds no GPU code (profiler=ncu takes it for one)");
  }
  resolve_program(request.workload);
  SettingsSources sources = settings_sources(request.workload, request.overrides);
  sources.folder = PresetFolder::kNcu;
  PlannedRun planned;
  planned.settings = load_settings(sources);
  planned.workload = request.workload;
  find_tool(planned);
  const std::optional<SeenProgram> seen = last_survey(planned);
  planned.plan = plan_captures(planned.settings, planned.workload.regions, seen ? &*seen : nullptr);
  NcuTool tool = planned.ncu;
  if (tool.version == NcuVersion{}) tool.version = kNewestKnown;
  for (std::size_t i = 0; i < planned.plan.captures.size(); ++i) {
    const PlannedCapture& capture = planned.plan.captures[i];
    const fs::path folder = planned.workload.run / kCaptures / folder_name(i + 2, capture);
    planned.commands.push_back(ncu_command({capture.kind, folder, capture.include, true},
                                           planned.settings, planned.workload, tool,
                                           caller_environment()));
  }
  return planned;
}

}  // namespace ncu_regions
