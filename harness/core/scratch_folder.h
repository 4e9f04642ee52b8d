// Core: a folder of our own that is gone at the end.
#pragma once

#include <filesystem>

namespace ncu_regions {

class ScratchFolder {
 public:
  // In the first of these folders in which one can be made: the path is equally long each time.
  // Throws Error(kUsage) when none will do.
  explicit ScratchFolder(std::initializer_list<std::filesystem::path> parents);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace ncu_regions
