// Tests: the Nsight Compute installations of this machine, as far as they work without a GPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace ncu_regions {

struct RealNcu {
  std::filesystem::path program;
  std::string version;  // "2024.1.1.0"

  // Years with their part, for comparisons: 2024.1 is 20241.
  int release() const;
  // What `ncu --import` prints for the report.
  ProgramResult import(const std::filesystem::path& report,
                       const std::vector<std::string>& options) const;
};

// Those in build/deps/ncu, where ci/test puts them, and the one on PATH or in $NCU_REGIONS_NCU.
// Asked once.
const std::vector<RealNcu>& installed_ncus();

// The sample reports that came with an installation.
std::vector<std::filesystem::path> sample_reports(const RealNcu& ncu);

// The corpus of real reports: $NCU_REGIONS_CORPUS, or ../shared/corpus beside the project.
std::filesystem::path corpus_folder();
std::vector<std::filesystem::path> corpus_reports();

// A text of the corpus, unpacked.
std::string unpacked(const std::filesystem::path& gz);

}  // namespace ncu_regions
