// Machine: where Nsight Compute's command line is, and which version.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/ncu_version.h"
#include "harness/machine/probe.h"

namespace ncu_regions {

// An ncu that is slower than this is taken for broken: cold network file systems and loaded
// machines are not.
inline constexpr double kNcuVersionLimit = 30;

struct NcuProgram {
  std::filesystem::path path;
  std::string version_text;  // "2024.2.0.0"
  NcuVersion version;
};

struct NcuSearch {
  std::optional<NcuProgram> ncu;
  std::string broken;  // without one: an ncu that is there and does not work, how, and its words
};

// `named` (the setting ncu_cli.program or $NCU_REGIONS_NCU), or when that is empty the first that
// tells its version within the limit: on PATH, in the CUDA toolkit, in the usual folders of
// installations, the newest first. (npm has an ncu too, which is another program.) Throws
// Error(kUsage) when the one that was named does not.
NcuSearch find_ncu(const std::string& named = "", double limit_s = kNcuVersionLimit);

// What it says when asked for the metrics of the GPUs, at most 64 KiB: one line of ==ERROR== when
// it finds no driver.
ProgramAnswer ask_for_metrics(const NcuProgram& ncu, double limit_s);

// The identifiers of its sections; empty when it does not tell.
std::vector<std::string> sections_of(const NcuProgram& ncu, double limit_s = 10);

// Where it is looked for besides PATH, in this order.
std::vector<std::filesystem::path> usual_ncu_folders();

}  // namespace ncu_regions
