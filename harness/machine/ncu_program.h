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
  std::vector<NcuProgram> others = {};  // that were found too, and are not newer
};

// `named` (the setting ncu_cli.program or $NCU_REGIONS_NCU), or when that is empty the newest of
// those that tell their version within the limit, the first of several equal ones: on PATH, in the
// CUDA toolkit, in the usual folders of installations. (npm has an ncu too, which is another
// program.) Throws Error(kUsage) when the one that was named does not.
NcuSearch find_ncu(const std::string& named = "", double limit_s = kNcuVersionLimit);

// The command line of a question to ncu, which then does not copy its section files to the user's
// home; with further variables of the environment, "NAME=value".
std::vector<std::string> ncu_question(const NcuProgram& ncu,
                                      const std::vector<std::string>& options,
                                      const std::vector<std::string>& variables = {});

// What it says when asked for the metrics of the GPUs, at most 64 KiB: one line of ==ERROR== when
// it finds no driver.
ProgramAnswer ask_for_metrics(const NcuProgram& ncu, double limit_s);

// The identifiers of its sections; empty when it does not tell.
std::vector<std::string> sections_of(const NcuProgram& ncu, double limit_s = 10);

// Where it is looked for besides PATH, in this order.
std::vector<std::filesystem::path> usual_ncu_folders();

}  // namespace ncu_regions
