// Artifacts: a file's bytes, a window at a time: reading costs no more memory than the window, and
// a file that shrinks meanwhile is an error, not a signal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ncu_regions {

class InputFile {
 public:
  // Throws Error(kMeasurement) naming the path when it cannot be read, as open_to_read does. A pipe
  // of the shell is read into memory, at most 1 GiB of it.
  explicit InputFile(const std::filesystem::path& path);
  // Bytes that lie in memory, of which no copy is made.
  explicit InputFile(std::string_view bytes) : size_(bytes.size()), whole_(bytes) {}
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uint64_t size() const { return size_; }

  // The bytes [offset, offset + size), which must lie in the file; valid until the next call.
  // Throws Error(kMeasurement).
  std::string_view at(std::uint64_t offset, std::size_t size);

  // How many bytes to read at once, and the most that at() will be asked for, as far as it is
  // known. Small when only the beginnings of large blocks are looked at.
  void read_ahead(std::size_t bytes, std::size_t most = 0) {
    ahead_ = bytes;
    most_ = most;
  }

  // All of it at once, at most 4 GiB. Valid as long as this object, if at() is not called again.
  std::string_view whole();

 private:
  void read_all();
  void fill(std::uint64_t offset, std::size_t size);
  [[noreturn]] void refuse(const std::string& why) const;

  // Closes itself, also when the constructor throws.
  struct Descriptor {
    explicit Descriptor(int opened) : number(opened) {}
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number;
  };

  std::filesystem::path path_;
  Descriptor descriptor_{-1};
  std::uint64_t size_ = 0;
  std::size_t ahead_ = std::size_t{1} << 12;
  std::size_t most_ = 0;
  std::unique_ptr<char[]> window_;  // not a string: nobody has to fill it with zeros first
  std::size_t window_room_ = 0;
  std::size_t window_size_ = 0;
  std::uint64_t window_start_ = 0;
  std::string copy_;        // of what is no regular file
  std::string_view whole_;  // all bytes, when they are in memory
};

}  // namespace ncu_regions
