// Config: how Nsight Compute is to be run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/core/ncu_version.h"

namespace ncu_regions {

// Named after ncu's options; conf/defaults.yaml documents each of them.
struct NcuSettings {
  std::string program;  // empty: looked for
  std::string replay_mode = "kernel";
  std::string set;
  std::vector<std::string> sections, metrics;
  std::vector<std::string> nvtx_include;
  std::string push_pop_scope = "thread";
  std::string kernel_name;
  std::string kernel_name_base = "any";
  std::uint64_t launch_skip = 0;
  std::optional<std::uint64_t> launch_count;
  std::string graph_profiling = "node";
  std::vector<std::string> range_replay_options;
  std::string app_replay_match = "grid", app_replay_mode = "strict";
  std::string target_processes = "all";
  std::vector<std::string> target_processes_filter;
  std::string clock_control = "base", cache_control = "all";
  // Filled by fit_to_chips (config/chip_metrics.h), by metric: its name on the chips of this
  // machine where it is another one; why it is not asked for.
  std::map<std::string, std::string> names_on_chip, not_on_chip;
  bool apply_rules = true;  // where sections are collected
  std::vector<std::string> extra_args;

  // Whether results are those of ranges, not of kernels.
  bool is_range() const { return replay_mode == "range" || replay_mode == "app-range"; }
};

// When and how often ncu is started.
struct CaptureSettings {
  std::string device;  // "": all; "cuda:0"; a UUID
  std::uint64_t captures = 1;
  bool census = true;
  std::uint64_t census_launches_max = 2000;
  double census_timeout_s = 120;
  std::string fallback = "none";  // or app-range
  double retry_wait_s = 5;
};

// What starts the program: mpirun, srun, docker.
struct LauncherSettings {
  std::vector<std::string> words;
  std::string position = "outside";  // inside: ncu starts it; outside: it starts ncu
  std::string rank_variable;
};

struct Settings;

// What no installation of ncu could do. Throws Error(kUsage) with file and line of the setting.
void refuse_contradictions(const Settings& settings);

// What this version cannot do, and sections that it does not have (`sections` may be empty: not
// known). Throws Error(kUsage) with file and line of the setting and the nearest known name.
void refuse_unknown_to_ncu(const Settings& settings, const NcuVersion& version,
                           std::span<const std::string> sections);

}  // namespace ncu_regions
