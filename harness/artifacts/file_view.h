// Artifacts: a file's bytes. Regular files are mapped, so that a reader touches only what it looks
// at; pipes are read into memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace ncu_regions {

class FileView {
 public:
  // Throws Error(kMeasurement) naming the path when it cannot be read, or when something that
  // cannot be mapped holds more than 1 GiB.
  explicit FileView(const std::filesystem::path& path);
  // Bytes that lie in memory, of which no copy is made.
  explicit FileView(std::string_view bytes) : bytes_(bytes) {}
  ~FileView();
  FileView(const FileView&) = delete;
  FileView& operator=(const FileView&) = delete;

  std::string_view bytes() const { return bytes_; }

  // The bytes before `offset` will not be looked at soon: their memory may go back to the system.
  // They can still be read. Cheap enough to be called for every result.
  void release_until(std::size_t offset);

  // Everything may be looked at again from the start.
  void rewind() { released_ = 0; }

 private:
  void read_all(int descriptor, const std::filesystem::path& path);

  std::string_view bytes_;
  std::string copy_;  // of what cannot be mapped
  bool mapped_ = false;
  std::size_t released_ = 0;
};

}  // namespace ncu_regions
