// Machine: what this machine is and can measure.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/core/host_pass.h"
#include "harness/machine/ncu_program.h"

namespace ncu_regions {

struct Machine {
  std::optional<std::string> nvidia_driver;  // first line of /proc/driver/nvidia/version
  std::optional<std::filesystem::path> valgrind;
  std::string valgrind_version;  // "3.19.0"
  std::string broken_valgrind;   // a valgrind is there and does not work: how, and its words
  std::string no_perf_counter;   // why the kernel counts no instructions for us; empty: it does
  std::string architecture;      // "x86_64"
  std::string cpu_model;
  std::string libc;       // "glibc 2.36"
  std::string libstdcxx;  // "6.0.30"; empty when not found
  // Filled by look_at_gpu.
  std::optional<NcuProgram> ncu;
  std::vector<NcuProgram> other_ncus;                  // that were found too, and are not newer
  std::string no_gpu = "it was not looked for a GPU";  // why none can be measured; empty: try it
};

// A valgrind that is slower than this is taken for broken: cold network file systems and loaded
// machines are not.
inline constexpr double kValgrindLimit = 30;

// Looks at the machine. Every probe has a time limit; what is not there is absent, not an error.
Machine look_at_machine(double valgrind_limit_s = kValgrindLimit);

// Whether ncu could measure here, as far as that shows without a capture: ncu is there (`named`:
// the setting ncu_cli.program), and it finds a driver. Throws Error(kUsage) when `named` is no ncu.
void look_at_gpu(Machine& machine, const std::string& named);

// "ncu 2026.1.0.0 (/opt/ncu) is the newest of 2; also found: ...": for the report. Empty when there
// is one.
std::string other_ncus(const Machine& machine);

enum class Profiler { kNcu, kHost, kNone };

struct ProfilerChoice {
  Profiler profiler = Profiler::kNone;
  std::string reason;  // for the first line of the report, or for the skip
};

// Which profiler measures this workload here. Never throws for a machine that cannot: that is
// Profiler::kNone with the reason. `no_gpu` is why ncu cannot, empty when it can.
ProfilerChoice choose_profiler(const Settings& settings, const Workload& workload,
                               const std::string& no_gpu);

// Whether it has to be known if a GPU can be measured.
bool needs_gpu_answer(const Settings& settings, const Workload& workload);

// Why this pass of the host profiler cannot run here, or nothing when it can.
std::optional<std::string> why_not_possible(HostPass pass, const Machine& machine);

}  // namespace ncu_regions
