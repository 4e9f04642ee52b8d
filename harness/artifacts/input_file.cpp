#include "harness/artifacts/input_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMaxCopy = std::size_t{1} << 30;
constexpr std::uint64_t kMaxWhole = std::uint64_t{4} << 30;

}  // namespace

InputFile::InputFile(const std::filesystem::path& path)
    : path_(path), descriptor_(open_to_read(path, Pipes::kUnnamed)) {
  struct stat facts = {};
  if (fstat(descriptor_.number, &facts) != 0) refuse(std::strerror(errno));
  size_ = static_cast<std::uint64_t>(facts.st_size);
  if (!S_ISREG(facts.st_mode) || size_ == 0) read_all();
}

InputFile::Descriptor::~Descriptor() {
  if (number >= 0) close(number);
}

void InputFile::refuse(const std::string& why) const {
  throw Error(ErrorKind::kMeasurement, "cannot read " + printable(path_.string()) + ": " + why);
}

void InputFile::read_all() {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t got = read(descriptor_.number, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(std::strerror(errno));
    if (got == 0) break;
    copy_.append(buffer.data(), static_cast<std::size_t>(got));
    if (copy_.size() > kMaxCopy) refuse("it has more than 1 GiB and is no regular file");
  }
  whole_ = copy_;
  size_ = copy_.size();
}

std::string_view InputFile::at(std::uint64_t offset, std::size_t size) {
  if (whole_.size() == size_) return whole_.substr(offset, size);
  if (offset < window_start_ || offset + size > window_start_ + window_size_) fill(offset, size);
  return {window_.get() + (offset - window_start_), size};
}

// Keeps what the window already holds of the new one.
void InputFile::fill(std::uint64_t offset, std::size_t size) {
  const std::size_t wanted = std::min<std::uint64_t>(std::max(size, ahead_), size_ - offset);
  const bool overlaps = offset >= window_start_ && offset < window_start_ + window_size_;
  const std::size_t kept = overlaps ? window_start_ + window_size_ - offset : 0;
  const char* from = overlaps ? window_.get() + (offset - window_start_) : nullptr;
  if (window_room_ < wanted) {
    window_room_ = std::max(wanted, most_);
    std::unique_ptr<char[]> larger(new char[window_room_]);
    if (kept > 0) std::memcpy(larger.get(), from, kept);
    window_ = std::move(larger);
  } else if (kept > 0 && from != window_.get()) {
    std::memmove(window_.get(), from, kept);
  }
  window_start_ = offset;
  window_size_ = kept;
  while (window_size_ < wanted) {
    const ssize_t got = pread(descriptor_.number, window_.get() + window_size_,
                              wanted - window_size_, static_cast<off_t>(offset + window_size_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(std::strerror(errno));
    if (got == 0) refuse("it became shorter while it was read");
    window_size_ += static_cast<std::size_t>(got);
  }
}

std::string_view InputFile::whole() {
  if (whole_.size() == size_) return whole_;
  if (size_ > kMaxWhole) refuse("it has more than 4 GiB");
  return at(0, size_);
}

}  // namespace ncu_regions
