// Machine: what this machine is and can measure.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/core/host_pass.h"

namespace ncu_regions {

struct Machine {
  std::optional<std::string> nvidia_driver;  // first line of /proc/driver/nvidia/version
  std::optional<std::filesystem::path> valgrind;
  std::string valgrind_version;  // "3.19.0"
  std::string no_perf_counter;   // why the kernel counts no instructions for us; empty: it does
  std::string architecture;      // "x86_64"
  std::string cpu_model;
  std::string libc;       // "glibc 2.36"
  std::string libstdcxx;  // "6.0.30"; empty when not found
};

// Looks at the machine. Every probe has a time limit; what is not there is absent, not an error.
Machine look_at_machine();

enum class Profiler { kHost, kNone };

struct ProfilerChoice {
  Profiler profiler = Profiler::kNone;
  std::string reason;  // for the first line of the report, or for the skip
};

// Which profiler measures this workload here. Never throws for a machine that cannot: that is
// Profiler::kNone with the reason. Throws Error(kUsage) when the settings ask for what this version
// cannot do.
ProfilerChoice choose_profiler(const Settings& settings, const Workload& workload,
                               const Machine& machine);

// Why this pass of the host profiler cannot run here, or nothing when it can.
std::optional<std::string> why_not_possible(HostPass pass, const Machine& machine);

}  // namespace ncu_regions
