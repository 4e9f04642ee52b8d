#include "harness/pipeline/open_report.h"

#include <cstdlib>

#include "harness/artifacts/ncu_rep/reader.h"
#include "harness/artifacts/report_outline.h"
#include "harness/command/import_command.h"
#include "harness/core/error.h"
#include "harness/core/scratch_folder.h"
#include "harness/core/text.h"
#include "harness/machine/ncu_program.h"
#include "harness/pipeline/caller.h"
#include "harness/run/process.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::optional<NcuProgram> installed_ncu(const std::string& named) {
  const char* variable = std::getenv("NCU_REGIONS_NCU");
  return find_ncu(named.empty() && variable != nullptr ? variable : named).ncu;
}

std::unique_ptr<ReportFile> through_ncu(const fs::path& path, const std::string& named,
                                        const NewerFormatError& reason) {
  const std::string why = std::string(reason.what()) +
                          " (its format is newer than the one that "
                          "this version knows)";
  const std::optional<NcuProgram> ncu = installed_ncu(named);
  if (!ncu) {
    throw Error(ErrorKind::kMeasurement,
                why + "; an installed ncu could read it, but there is none on PATH");
  }
  const ScratchFolder folder({temporary_files_folder()});
  const CaptureCommand command =
      import_command({ncu->path, ncu->version}, fs::absolute(path), caller_environment());
  const ProcessEnd end = run_process(command, folder.path());
  if (const std::string bad = bad_end(end, command); !bad.empty()) {
    throw Error(ErrorKind::kMeasurement, why + "; " + ncu->path.string() +
                                             " cannot read it either: it " + bad +
                                             last_words(folder.path()));
  }
  std::unique_ptr<ReportFile> file = open_report(folder.path() / "stdout.txt");
  file->call_it(path.string(), why + "; read by " + ncu->path.string() +
                                   " instead, whose values have two decimals");
  return file;
}

}  // namespace

std::unique_ptr<ReportFile> open_any_report(const fs::path& path, const std::string& ncu) {
  try {
    std::unique_ptr<ReportFile> file = open_report(path);
    if (file->facts().is_newer) outline_of(*file, {});
    return file;
  } catch (const NewerFormatError& error) {
    return through_ncu(path, ncu, error);
  }
}

}  // namespace ncu_regions
