// Tests: a PATH that holds only the programs of the test. Shell scripts stand for them.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "harness/core/files.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {

class FakePrograms {
 public:
  FakePrograms() : path_(getenv("PATH") == nullptr ? "" : getenv("PATH")) {
    setenv("PATH", folder_.path().c_str(), 1);
  }
  ~FakePrograms() { setenv("PATH", path_.c_str(), 1); }
  FakePrograms(const FakePrograms&) = delete;
  FakePrograms& operator=(const FakePrograms&) = delete;

  // The script itself finds the usual programs.
  std::filesystem::path add(const std::string& name, const std::string& script) {
    const std::filesystem::path file = folder_ / name;
    write_file(file, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

 private:
  TempFolder folder_;
  std::string path_;
};

}  // namespace ncu_regions
