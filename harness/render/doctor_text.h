// Render: what `ncu-regions doctor` found, for people and for programs.
#pragma once

#include <string>

#include "harness/machine/doctor.h"

namespace ncu_regions {

// The conclusion first, then each topic with its status, and what to do where something is to be
// done.
std::string doctor_text(const DoctorReport& report);

// The same as JSON, schema 1 (docs/reference/cli/doctor.md).
std::string doctor_json(const DoctorReport& report);

// A resource file of CTest: each GPU is one resource "gpus" with one slot, named by its UUID.
std::string resources_json(const std::vector<GpuState>& gpus);

}  // namespace ncu_regions
