#include "harness/core/own_files.h"

#include <system_error>

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

fs::path program_file() {
  std::error_code failed;
  const fs::path path = fs::read_symlink("/proc/self/exe", failed);
  return failed ? fs::path() : path;
}

}  // namespace

std::string own_program() {
  const fs::path program = program_file();
  return program.empty() ? "ncu-regions" : program.string();
}

fs::path own_file(std::string_view below) {
  const fs::path program = program_file();
  return program.empty() ? fs::path() : program.parent_path().parent_path() / below;
}

}  // namespace ncu_regions
