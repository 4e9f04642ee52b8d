// Writes what fuzzing of packed runs starts from into <folder>/packed_run/.
#include <filesystem>
#include <iostream>

#include "harness/core/files.h"
#include "tests/support/comment_fixture.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: fuzz_packed_seeds FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = std::filesystem::path(argv[1]) / "packed_run";
  ncu_regions::make_folder(folder);
  ncu_regions::write_file(folder / "small", ncu_regions::packed_text());
  return 0;
}
