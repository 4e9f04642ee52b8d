#include "harness/pipeline/open_report.h"

#include <cstdlib>

#include "harness/artifacts/ncu_rep/reader.h"
#include "harness/command/import_command.h"
#include "harness/core/error.h"
#include "harness/core/scratch_folder.h"
#include "harness/machine/probe.h"
#include "harness/pipeline/caller.h"
#include "harness/run/process.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

OpenedReport open_checked(const fs::path& path, const Selection& selection) {
  OpenedReport opened;
  opened.file = open_report(path);
  opened.outline = outline_of(*opened.file, selection);
  return opened;
}

std::optional<fs::path> installed_ncu() {
  if (const char* named = std::getenv("NCU_REGIONS_NCU"); named != nullptr && *named != '\0') {
    return fs::path(named);
  }
  return find_program("ncu", {"/usr/local/cuda/bin"});
}

OpenedReport through_ncu(const fs::path& path, const Selection& selection,
                         const NewerFormatError& reason) {
  const std::string why = std::string(reason.what()) +
                          " (its format is newer than the one that "
                          "this version knows)";
  const std::optional<fs::path> ncu = installed_ncu();
  if (!ncu) {
    throw Error(ErrorKind::kMeasurement,
                why + "; an installed ncu could read it, but there is none on PATH");
  }
  const ScratchFolder folder({fs::temp_directory_path()});
  const CaptureCommand command = import_command(*ncu, fs::absolute(path), caller_environment());
  const ProcessEnd end = run_process(command, folder.path());
  if (const std::string bad = bad_end(end, command); !bad.empty()) {
    throw Error(ErrorKind::kMeasurement, why + "; " + ncu->string() +
                                             " cannot read it either: it " + bad +
                                             last_words(folder.path()));
  }
  OpenedReport opened = open_checked(folder.path() / "stdout.txt", selection);
  opened.file->call_it(path.string(), why + "; read by " + ncu->string() +
                                          " instead, whose values have two decimals");
  return opened;
}

}  // namespace

OpenedReport open_and_check(const fs::path& path, const Selection& selection) {
  try {
    return open_checked(path, selection);
  } catch (const NewerFormatError& error) {
    return through_ncu(path, selection, error);
  }
}

}  // namespace ncu_regions
