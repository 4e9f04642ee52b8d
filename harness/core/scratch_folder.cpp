#include "harness/core/scratch_folder.h"

#include <stdlib.h>

#include <string>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {

std::filesystem::path temporary_files_folder() {
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const char* folder = getenv(name);
    if (folder == nullptr || *folder == '\0') continue;
    std::error_code failed;
    if (std::filesystem::is_directory(folder, failed)) return folder;
    throw Error(ErrorKind::kUsage, "cannot make temporary files: the variable " +
                                       std::string(name) + " names " + printable(folder) +
                                       ", which is not a folder" +
                                       (failed ? " (" + failed.message() + ")" : "") + ". Set " +
                                       name + " to a folder that can be written, or unset it");
  }
  return "/tmp";
}

ScratchFolder::ScratchFolder(std::initializer_list<std::filesystem::path> parents) {
  std::string tried;
  for (const std::filesystem::path& parent : parents) {
    std::string pattern = (parent / "ncu-regions.XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) {
      path_ = pattern;
      return;
    }
    tried += " " + parent.string();
  }
  throw Error(ErrorKind::kUsage,
              "cannot make a folder in" + tried + "; set TMPDIR to a folder that can be written");
}

ScratchFolder::~ScratchFolder() {
  if (kept_) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace ncu_regions
