// Pipeline: what this machine can measure, with the proof of one capture.
#pragma once

#include "harness/machine/doctor.h"

namespace ncu_regions {

// Where there are a driver and an ncu, one small kernel is profiled, for 20 seconds at most. Never
// throws for what is wrong with the machine.
DoctorReport examine_with_capture();

}  // namespace ncu_regions
