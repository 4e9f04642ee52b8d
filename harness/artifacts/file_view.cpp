#include "harness/artifacts/file_view.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "harness/core/error.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMaxCopy = std::size_t{1} << 30;
// Small enough that a reader's memory stays small, large enough that few system calls are made.
constexpr std::size_t kReleaseStep = std::size_t{4} << 20;

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw Error(ErrorKind::kMeasurement, "cannot read " + path.string() + ": " + why);
}

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) refuse(path, std::strerror(errno));
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

FileView::FileView(const std::filesystem::path& path) {
  const Descriptor file(path);
  struct stat facts = {};
  if (fstat(file.number(), &facts) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(facts.st_mode)) refuse(path, "it is a folder; expected a file");
  const auto size = static_cast<std::size_t>(facts.st_size);
  void* start = MAP_FAILED;
  if (S_ISREG(facts.st_mode) && size > 0) {
    start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  }
  mapped_ = start != MAP_FAILED;
  if (!mapped_) read_all(file.number(), path);
  if (mapped_) bytes_ = {static_cast<const char*>(start), size};
}

FileView::~FileView() {
  if (mapped_) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void FileView::read_all(int descriptor, const std::filesystem::path& path) {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(path, std::strerror(errno));
    if (got == 0) break;
    copy_.append(buffer.data(), static_cast<std::size_t>(got));
    if (copy_.size() > kMaxCopy) refuse(path, "it has more than 1 GiB and is no regular file");
  }
  bytes_ = copy_;
}

void FileView::release_until(std::size_t offset) {
  if (!mapped_ || offset < released_ + kReleaseStep) return;
  const std::size_t until = offset / kReleaseStep * kReleaseStep;
  madvise(const_cast<char*>(bytes_.data()) + released_, until - released_, MADV_DONTNEED);
  released_ = until;
}

}  // namespace ncu_regions
