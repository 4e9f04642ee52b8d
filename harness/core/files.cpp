#include "harness/core/files.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <system_error>
#include <utility>

#include "harness/core/error.h"
#include "harness/core/hash.h"
#include "harness/core/text.h"

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

[[noreturn]] void refuse_to_read(const std::filesystem::path& path, const std::string& why) {
  throw Error(ErrorKind::kMeasurement, "cannot read " + printable(path.string()) + ": " + why);
}

// Closes the descriptor, also when reading throws.
struct OpenFile {
  explicit OpenFile(int opened) : number(opened) {}
  ~OpenFile() {
    if (number >= 0) close(number);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int release() { return std::exchange(number, -1); }
  int number;
};

std::string kind_of_file(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder; expected a file";
  if (S_ISFIFO(mode)) return "it is a FIFO; expected a regular file";
  if (S_ISSOCK(mode)) return "it is a socket; expected a regular file";
  return "it is a device; expected a regular file";
}

// Passed by a shell, not made by mkfifo: it has a writer, or had one.
bool is_unnamed_pipe(int file) {
  struct statfs system = {};
  return fstatfs(file, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

// Why the path cannot be opened; a socket cannot, and the system's reason does not name it.
std::string why_not_opened(const std::filesystem::path& path, int error) {
  struct stat facts = {};
  const bool is_found = stat(path.c_str(), &facts) == 0;
  return is_found && S_ISSOCK(facts.st_mode) ? kind_of_file(facts.st_mode) : std::strerror(error);
}

// The path does not exist; a symlink without a target in it does.
void refuse_dangling_link(const std::filesystem::path& path) {
  for (std::filesystem::path part = path; !part.empty(); part = part.parent_path()) {
    struct stat facts = {};
    if (lstat(part.c_str(), &facts) == 0) {
      if (!S_ISLNK(facts.st_mode) || stat(part.c_str(), &facts) == 0) return;
      std::error_code failed;
      refuse_to_read(path, printable(part.string()) + " is a symlink to " +
                               printable(std::filesystem::read_symlink(part, failed).string()) +
                               ", which does not exist");
    }
    if (errno != ENOENT) refuse_to_read(path, reason());
    if (part == part.parent_path()) return;
  }
}

}  // namespace

int open_to_read(const std::filesystem::path& path, Pipes pipes) {
  OpenFile file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number < 0) refuse_to_read(path, why_not_opened(path, errno));
  struct stat facts = {};
  if (fstat(file.number, &facts) != 0) refuse_to_read(path, reason());
  if (S_ISREG(facts.st_mode)) return file.release();
  const bool is_allowed = pipes == Pipes::kUnnamed && S_ISFIFO(facts.st_mode);
  if (!is_allowed || !is_unnamed_pipe(file.number)) {
    refuse_to_read(path, kind_of_file(facts.st_mode));
  }
  fcntl(file.number, F_SETFL, 0);  // reads wait for the writer
  return file.release();
}

std::string read_file(const std::filesystem::path& path) {
  const OpenFile file(open_to_read(path));
  std::string content;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t got = read(file.number, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_to_read(path, reason());
    if (got == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

bool is_there(const std::filesystem::path& path) {
  struct stat facts = {};
  if (stat(path.c_str(), &facts) == 0) return true;
  if (errno != ENOENT) refuse_to_read(path, reason());
  refuse_dangling_link(path);
  return false;
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
