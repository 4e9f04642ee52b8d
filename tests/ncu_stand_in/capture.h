// Tests: one capture of the stand-in for ncu, from its options to its exit code.
#pragma once

#include "tests/ncu_stand_in/arguments.h"
#include "tests/ncu_stand_in/scenario.h"

namespace ncu_regions::stand_in {

int capture(const Arguments& arguments, const Scenario& scenario, const CaptureEntry& entry);

}  // namespace ncu_regions::stand_in
