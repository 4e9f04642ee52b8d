#include "harness/machine/cuda_version.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "harness/core/text.h"
#include "harness/machine/probe.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// The "MAJOR.MINOR" that begins within the next characters of `text`.
std::string version_in(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t begin = text.find_first_of(kDigits);
  if (begin == std::string_view::npos || begin > 16) return "";
  const std::size_t dot = text.find_first_not_of(kDigits, begin);
  if (dot == std::string_view::npos || text[dot] != '.') return "";
  const std::size_t end = std::min(text.find_first_not_of(kDigits, dot + 1), text.size());
  return end == dot + 1 ? "" : std::string(text.substr(begin, end - begin));
}

}  // namespace

std::string driver_cuda_from(std::string_view text) {
  constexpr std::string_view kBefore = "CUDA Version";
  const std::size_t at = text.find(kBefore);
  return at == std::string_view::npos ? "" : version_in(text.substr(at + kBefore.size()));
}

std::string driver_cuda_version(double limit_s) {
  const auto program = find_program("nvidia-smi", {"/usr/lib/wsl/lib"});
  if (!program) return "";
  return driver_cuda_from(ask_program({program->string()}, limit_s).value_or(""));
}

std::string toolkit_cuda_from(std::string_view text) {
  constexpr std::string_view kToolkit = "\"cuda\"";
  constexpr std::string_view kVersion = "\"version\"";
  const std::size_t toolkit = text.find(kToolkit);
  if (toolkit == std::string_view::npos) return "";
  const std::size_t version = text.find(kVersion, toolkit);
  if (version == std::string_view::npos) return "";
  return version_in(text.substr(version + kVersion.size()));
}

std::string toolkit_cuda_version() {
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH", ""}) {
    const char* folder = *variable == '\0' ? "/usr/local/cuda" : std::getenv(variable);
    if (folder == nullptr) continue;
    std::ifstream in(fs::path(folder) / "version.json");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (std::string version = toolkit_cuda_from(text); !version.empty()) return version;
  }
  return "";
}

}  // namespace ncu_regions
