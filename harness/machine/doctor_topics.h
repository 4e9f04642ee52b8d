// Machine: the topics of `ncu-regions doctor`, each a function of what was seen.
#pragma once

#include <vector>

#include "harness/machine/doctor.h"

namespace ncu_regions {

using Findings = std::vector<Finding>;

// ncu, the driver, stub libraries.
void add_tool_findings(Findings& findings, const MachineView& view, const ProgramAnswers& answers);

// The GPUs, their state, and who else uses them. For a machine with a driver.
void add_gpu_findings(Findings& findings, const MachineView& view, const ProgramAnswers& answers);

// Who may read the counters, who holds them, whether clocks can be locked. For a machine with a
// driver.
void add_counter_findings(Findings& findings, const MachineView& view,
                          const ProgramAnswers& answers);

// Whether ncu, driver and toolkit fit the GPU and each other, and how the trial capture went. For a
// machine with a driver.
void add_fit_findings(Findings& findings, const ProgramAnswers& answers);

// Folders, lock files, variables.
void add_folder_findings(Findings& findings, const MachineView& view);

// What the host profiler uses.
void add_host_findings(Findings& findings, const Machine& machine);

}  // namespace ncu_regions
