#include "harness/pipeline/survey.h"

#include "harness/core/error.h"
#include "harness/machine/cuda_program.h"
#include "harness/pipeline/host_pass.h"
#include "harness/pipeline/program.h"

namespace ncu_regions {
namespace {

// Nothing of somebody else's is overwritten, or deleted with our own.
void require_own_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  if (!std::filesystem::exists(folder, failed)) return;
  if (std::filesystem::is_empty(folder, failed) ||
      std::filesystem::exists(folder / kCaptureFile, failed)) {
    return;
  }
  throw Error(ErrorKind::kUsage, folder.string() +
                                     " is in the way: it holds other files than an earlier survey; "
                                     "name another folder with --run, or move it away");
}

}  // namespace

Survey survey(const SurveyRequest& request) {
  Survey survey;
  survey.workload = request.workload;
  resolve_program(survey.workload);
  const Settings settings = load_settings(settings_sources(survey.workload, request.overrides));
  const HostCapture capture = {HostPass::kTime, CountMethod::kStatus,
                               std::filesystem::absolute(request.folder)};
  require_own_folder(capture.folder);
  const PassResult result =
      run_host_pass(capture, {settings, survey.workload, {request.library, {}, {}}}, {});
  if (!result.capture) require_success(result.end, result.command, capture.folder);
  survey.is_cuda = is_cuda_program(survey.workload.host_command.front());
  survey.bad_end = result.bad_end;
  if (!survey.bad_end.empty()) survey.last_words = last_words(capture.folder);
  survey.tree = assemble_regions(std::span(&*result.capture, 1));
  return survey;
}

}  // namespace ncu_regions
