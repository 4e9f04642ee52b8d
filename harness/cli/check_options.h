// CLI: the options that check and profile share.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/pipeline/check.h"

namespace ncu_regions::cli {

struct CheckOptions {
  std::string build = ".";
  std::string test;
  std::string workload;
  std::string name;
  std::vector<std::string> regions;
  std::string preset;
  std::vector<std::string> config_files;
  std::string baselines;
  std::string run;
  std::vector<std::string> overrides;
  std::vector<std::string> budgets, limits, fail_on;
  std::string family;
};

std::shared_ptr<CheckOptions> add_check_options(CLI::App& command);

// The request that the options describe. Throws Error(kUsage) when they contradict each other.
CheckRequest request_from(const CheckOptions& options, const Context& context);

// The request of a check of a file of Google Benchmark, or of a folder of such: no program is run.
// Throws Error(kUsage) for options that are about programs.
CheckRequest request_of_benchmarks(const CheckOptions& options, const std::string& file,
                                   const Context& context);

// The injection library: $NCU_REGIONS_NVTX_LIBRARY, or the one that lies beside the program. Throws
// Error(kUsage) when it is nowhere.
std::filesystem::path find_injection_library();

}  // namespace ncu_regions::cli
