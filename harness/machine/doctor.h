// Machine: what it can measure, and what keeps it from measuring more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/machine/gpu_state.h"
#include "harness/machine/machine.h"
#include "harness/machine/machine_view.h"
#include "harness/machine/ncu_program.h"

namespace ncu_regions {

enum class FindingStatus { kOk, kWarning, kMissing, kNotNeeded };

struct Finding {
  std::string topic;
  FindingStatus status = FindingStatus::kOk;
  std::string text;        // what is so
  std::string fix;         // what to do; empty: nothing
  std::string blocks_gpu;  // why the GPU cannot be measured then, in a few words; empty: it can
};

// How the capture of one small kernel went: kOk; kWarning, it says nothing about the GPU; kMissing,
// ncu cannot profile here.
struct TrialCapture {
  FindingStatus status = FindingStatus::kWarning;
  std::string text;  // what was measured, or what ncu said
  std::string fix;   // what to do
};

// What programs and the kernel answered. Every question has a time limit.
struct ProgramAnswers {
  std::optional<NcuProgram> ncu;
  std::string no_ncu;                       // why there is none, when more is known than that
  std::vector<NcuProgram> other_ncus = {};  // that were found too, and are not used
  std::vector<std::string> gpu_chips = {};  // of this machine, as ncu calls them; empty: not known
  std::vector<std::string> known_chips = {};  // that this ncu can profile
  std::string driver_cuda, toolkit_cuda;  // "12.4": what the driver can run, what nvcc builds for
  std::optional<TrialCapture> capture = {};  // nothing: it was not tried
  std::string driver_word;                   // of ncu; only asked when the kernel knows no driver
  std::optional<std::vector<GpuState>> gpus;
  Machine machine;
};

struct DoctorReport {
  bool gpu_measurable = false;  // nothing that was looked at or tried speaks against it
  bool has_measured = false;    // one kernel was profiled
  std::string gpu_reason;       // what is measured, or why it is not
  std::string profiler;         // of a check with default settings: "ncu", "host" or "none"
  std::string profiler_reason;
  std::optional<NcuProgram> ncu;
  std::optional<std::vector<GpuState>> gpus;
  std::vector<Finding> findings;
};

// Asks the programs, all of them at the same time as far as possible.
ProgramAnswers ask_programs(const MachineView& view);

// Judges the answers together with what stands in the machine's files.
DoctorReport examine(const MachineView& view, const ProgramAnswers& answers);

// Whether the kernel, ncu or nvidia-smi know of a driver.
bool has_driver(const MachineView& view, const ProgramAnswers& answers);

}  // namespace ncu_regions
