// Pipeline: the same test of another build, to be measured side by side with.
#pragma once

#include "harness/pipeline/check.h"

namespace ncu_regions {

// The base build of a registered test: named by the option --base-build, else by $NCU_REGIONS_BASE,
// else by what CMake was told. Empty: stored baselines are meant. Throws Error(kUsage) for a
// relative path in the variable: tests run in another folder than ctest.
std::filesystem::path base_of(const Workload& workload, const std::string& option = "");

// The tests that a build folder registers; a generator of several configurations has a folder for
// each. Throws Error(kUsage) when it is no build folder with registered tests.
std::filesystem::path tests_of_build(const std::filesystem::path& build,
                                     const std::string& configuration);

// Without a base build nothing happens. Program, arguments, variables and folder are those of the
// base, all else is the new build's. A base that does not have the test makes everything new.
// Throws Error(kUsage) when it is no build folder, or the one that is judged.
void find_base(CheckRequest& request);

}  // namespace ncu_regions
