#include <filesystem>
#include <system_error>

#include "harness/core/version.h"

namespace ncu_regions {

std::string own_program() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? "ncu-regions" : path.string();
}

}  // namespace ncu_regions
