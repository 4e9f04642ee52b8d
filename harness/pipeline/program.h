// Pipeline: what a request says about the program and its settings, made definite.
#pragma once

#include <string>
#include <vector>

#include "harness/config/settings.h"
#include "harness/config/workload.h"

namespace ncu_regions {

// Where the settings of a workload come from; `overrides` are those of the command line.
SettingsSources settings_sources(const Workload& workload,
                                 const std::vector<std::string>& overrides);

// Whether it holds GPU code, as far as its file tells.
bool holds_gpu_code(const std::string& program);

// The settings of one profiler, with the launcher looked up on PATH. Throws Error(kUsage).
Settings settings_for(const Workload& workload, const std::vector<std::string>& overrides,
                      PresetFolder folder);

// A check of nothing would always pass. Throw Error(kUsage) without a declared region, for one that
// cannot be written, and when no metric has a gate, or none that a stored baseline can judge.
void require_regions(const Workload& workload);
void require_a_gate(const Settings& settings, bool has_base = true);

// Makes the programs' paths and the working directory absolute: execve looks nothing up, so a
// program without a '/' is searched on PATH here. Throws Error(kUsage) when there is none.
void resolve_program(Workload& workload);

}  // namespace ncu_regions
