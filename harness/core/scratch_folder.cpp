#include "harness/core/scratch_folder.h"

#include <stdlib.h>

#include <string>

#include "harness/core/error.h"

namespace ncu_regions {

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
