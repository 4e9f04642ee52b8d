// Machine: where Nsight Compute's command line is, and which version.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/ncu_version.h"
#include "harness/machine/probe.h"

namespace ncu_regions {

struct NcuProgram {
  std::filesystem::path path;
  std::string version_text;  // "2024.2.0.0"
  NcuVersion version;
};

// `named` (the setting ncu_cli.program or $NCU_REGIONS_NCU), or when that is empty: on PATH, in the
// CUDA toolkit, in the usual folders of installations, the newest first. Nothing when there is
// none, or when it does not tell its version within the limit; throws Error(kUsage) when that
// happens to one that was named.
std::optional<NcuProgram> find_ncu(const std::string& named = "", double limit_s = 10);

// What it says when asked for the metrics of the GPUs, at most 64 KiB: one line of ==ERROR== when
// it finds no driver.
ProgramAnswer ask_for_metrics(const NcuProgram& ncu, double limit_s);

// The identifiers of its sections; empty when it does not tell.
std::vector<std::string> sections_of(const NcuProgram& ncu, double limit_s = 10);

// Where it is looked for besides PATH, in this order.
std::vector<std::filesystem::path> usual_ncu_folders();

}  // namespace ncu_regions
