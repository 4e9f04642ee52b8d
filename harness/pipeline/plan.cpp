#include "harness/pipeline/plan.h"

#include <algorithm>

#include "harness/artifacts/host_capture.h"
#include "harness/core/error.h"
#include "harness/machine/chip_query.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/caller.h"
#include "harness/pipeline/ncu_evidence.h"
#include "harness/pipeline/program.h"
#include "harness/pipeline/run_folder.h"
#include "harness/regions/kernel_filter.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

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
  planned.notes = fit_to_chips(planned.settings,
                               metrics_of_gpus(*machine.ncu, planned.settings.capture.device));
}

// A run folder is named after the workload, and a name may be used again.
bool is_of_another_program(const Workload& workload) {
  const fs::path file = run_record_file(workload.run);
  std::error_code failed;
  if (!fs::exists(file, failed)) return false;
  for (const CaptureRecord& capture : read_run_record(file).captures) {
    const auto& argv = capture.argv;
    if (capture.pass == "survey") {
      return std::ranges::find(argv, workload.gpu_command.front()) == argv.end();
    }
  }
  return false;
}

std::optional<SeenProgram> read_survey(PlannedRun& planned) {
  const fs::path file = planned.workload.run / kCaptures / kSurveyFolder / kCaptureFile;
  std::error_code failed;
  if (!fs::exists(file, failed) || is_of_another_program(planned.workload)) return std::nullopt;
  planned.survey = file.string();
  planned.is_survey_old = fs::last_write_time(planned.workload.gpu_command.front(), failed) >
                          fs::last_write_time(file, failed);
  const Capture capture = read_host_capture(file);
  return seen_program(assemble_regions(std::span(&capture, 1)));
}

// A run of another version, or a damaged one, is no reason not to plan.
std::optional<SeenProgram> last_survey(PlannedRun& planned) {
  try {
    return read_survey(planned);
  } catch (const Error&) {
    planned.survey.clear();
    return std::nullopt;
  }
}

}  // namespace

PlannedRun plan_check(CheckRequest request) {
  require_regions(request.workload);
  resolve_program(request.workload);
  if (request.workload.gpu_command.empty()) {
    throw Error(ErrorKind::kUsage,
                "there is no CUDA program to plan for: the test has no TARGET or COMMAND, or the "
                "program holds no GPU code (profiler=ncu takes it for one), or profiler is host");
  }
  PlannedRun planned;
  planned.settings = settings_for(request.workload, request.overrides, PresetFolder::kNcu);
  require_a_gate(planned.settings);
  const KernelFilter patterns(planned.settings.shown.kernels);  // throws for a bad one
  planned.workload = request.workload;
  find_tool(planned);
  const std::optional<SeenProgram> seen = last_survey(planned);
  planned.plan = plan_captures(planned.settings, planned.workload.regions, seen ? &*seen : nullptr);
  NcuTool tool = planned.ncu;
  if (tool.version == NcuVersion{}) tool.version = kNewestKnownNcu;
  for (std::size_t i = 0; i < planned.plan.captures.size(); ++i) {
    const PlannedCapture& capture = planned.plan.captures[i];
    const fs::path folder = planned.workload.run / kCaptures / capture_id(i + 2, capture);
    planned.commands.push_back(ncu_command({capture.kind, folder, capture.include, true},
                                           planned.settings, planned.workload, tool,
                                           caller_environment()));
  }
  return planned;
}

}  // namespace ncu_regions
