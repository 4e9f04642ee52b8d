#include "tests/ncu_stand_in/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>

namespace ncu_regions::stand_in {

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void append_to_file(const std::string& path, std::string_view text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0 || !write_all(fd, text)) throw std::runtime_error("cannot write to " + path);
  close(fd);
}

std::optional<std::uint64_t> count_up(const std::string& path, std::optional<std::uint64_t> limit) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0 || flock(fd, LOCK_EX) != 0) throw std::runtime_error("cannot count in " + path);
  char text[32] = {};
  const ssize_t size = pread(fd, text, sizeof(text) - 1, 0);
  std::optional<std::uint64_t> count = size > 0 ? std::strtoull(text, nullptr, 10) : 0;
  if (limit && *count >= *limit) {
    count = std::nullopt;
  } else {
    const std::string next = std::to_string(++*count) + "\n";
    if (pwrite(fd, next.data(), next.size(), 0) < 0) throw std::runtime_error("cannot count");
  }
  close(fd);  // gives the lock back
  return count;
}

}  // namespace ncu_regions::stand_in
