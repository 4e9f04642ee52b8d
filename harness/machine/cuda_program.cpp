#include "harness/machine/cuda_program.h"

#include <fstream>
#include <string>
#include <string_view>

#include "harness/core/text.h"
#include "harness/machine/probe.h"

namespace ncu_regions {

bool is_cuda_program(const std::filesystem::path& program) {
  constexpr std::string_view kSection = ".nv_fatbin";
  constexpr std::size_t kPiece = 1 << 20;
  std::ifstream in(program, std::ios::binary);
  std::string text;  // the end of the piece before, then the next one
  for (std::string piece(kPiece, '\0'); in.read(piece.data(), kPiece), in.gcount() > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.find(kSection) != std::string::npos) return true;
    if (text.size() > kSection.size()) text.erase(0, text.size() - kSection.size());
  }
  return false;
}

bool links_cuda(const std::filesystem::path& program) {
  constexpr double kLimit = 5;
  const std::string answer = ask_program({"/usr/bin/ldd", program.string()}, kLimit).value_or("");
  for (const std::string& line : split(answer, '\n')) {
    const std::string_view library = trim(line);
    for (const char* name : {"libcuda.", "libcudart.", "libcublas", "libcudnn", "libnccl"}) {
      if (library.starts_with(name)) return true;
    }
    const std::size_t arrow = line.find("=> /");
    if (arrow == std::string::npos) continue;
    const std::string path = line.substr(arrow + 3, line.rfind(" (") - arrow - 3);
    const bool is_of_system = path.starts_with("/lib/") || path.starts_with("/usr/lib/");
    if (!is_of_system && is_cuda_program(path)) return true;
  }
  return false;
}

}  // namespace ncu_regions
