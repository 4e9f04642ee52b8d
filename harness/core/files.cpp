#include "harness/core/files.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>

#include "harness/core/error.h"
#include "harness/core/hash.h"

namespace ncu_regions {
namespace {

std::string reason() { return std::strerror(errno); }

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static const std::string kProcess = [] {
    std::random_device random;
    return short_hash(std::to_string(random()) + std::to_string(random()));
  }();
  static std::atomic<unsigned> next = 0;
  return path.string() + ".tmp-" + kProcess + std::to_string(next++);
}

void write_all(const std::filesystem::path& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) throw Error(ErrorKind::kUsage, "cannot write " + path.string() + ": " + reason());
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  if (in) content << in.rdbuf();
  if (!in) throw Error(ErrorKind::kMeasurement, "cannot read " + path.string() + ": " + reason());
  return std::move(content).str();
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path temporary = temporary_beside(path);
  std::error_code failed;
  try {
    write_all(temporary, content);
  } catch (...) {
    std::filesystem::remove(temporary, failed);
    throw;
  }
  std::filesystem::rename(temporary, path, failed);
  if (!failed) return;
  const std::string why = failed.message();
  std::filesystem::remove(temporary, failed);
  throw Error(ErrorKind::kUsage, "cannot write " + path.string() + ": " + why);
}

void make_folder(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) {
    throw Error(ErrorKind::kUsage,
                "cannot create folder " + path.string() + ": " + failed.message());
  }
}

}  // namespace ncu_regions
