// Pipeline: which test and which program an outcome is of, so that no region test believes an old
// one, or that of another test.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/config/workload.h"

namespace ncu_regions {

// SHA-256 of what a registered test says, by the CMake keyword that said it; settings files by what
// they hold. `overrides` and `base_option` are those of the command line. Empty for what is not
// registered.
std::map<std::string, std::string> registration_of(const Workload& workload,
                                                   const std::vector<std::string>& overrides = {},
                                                   const std::string& base_option = "");

// What a capture of this kind measures of the workload: its program, the script where that is an
// interpreter, and every program that the command names (mpirun, taskset and the like start one). A
// file that cannot be read has the identity "".
std::vector<MeasuredFile> measured_files(const Workload& workload, const std::string& kind);

// Throws Error(kMeasurement) unless the outcome is of this test as it is registered now, and of its
// program as it is now.
void require_bound(const Outcome& outcome, const Workload& registered);

}  // namespace ncu_regions
