// Pipeline: the same test of another build, to be measured side by side with.
#pragma once

#include "harness/pipeline/check.h"

namespace ncu_regions {

// The tests that a build folder registers; a generator of several configurations has a folder for
// each. Throws Error(kUsage) when it is no build folder with registered tests.
std::filesystem::path tests_of_build(const std::filesystem::path& build,
                                     const std::string& configuration);

// The base build is named by an option of the command line, else by $NCU_REGIONS_BASE, else by what
// CMake was told; where none is, stored baselines are meant and nothing happens. Program,
// arguments, variables and folder are those of the base, all else is the new build's. A base that
// does not have the test makes everything new. Throws Error(kUsage) when it is no build folder, or
// the one that is judged, and for a relative path in the variable: tests run in another folder than
// ctest.
void find_base(CheckRequest& request);

}  // namespace ncu_regions
