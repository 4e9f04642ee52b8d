#include "harness/machine/cuda_program.h"

#include <fstream>
#include <string>
#include <string_view>

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

}  // namespace ncu_regions
