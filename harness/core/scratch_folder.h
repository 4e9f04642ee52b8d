// Core: a folder of our own that is gone at the end, unless an exception ended its use: then its
// files are what a person needs, and the message names them.
#pragma once

#include <filesystem>

namespace ncu_regions {

// The folder for temporary files: that of TMPDIR, TMP, TEMP or TEMPDIR, else /tmp. Throws
// Error(kUsage) that names the variable when it does not name a folder.
std::filesystem::path temporary_files_folder();

class ScratchFolder {
 public:
  // In the first of these folders in which one can be made: the path is equally long each time.
  // Throws Error(kUsage) when none will do.
  explicit ScratchFolder(std::initializer_list<std::filesystem::path> parents);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

  // It stays after all: something failed, and a message names what is in it.
  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace ncu_regions
