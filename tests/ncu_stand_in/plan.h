// Tests: the results that a capture of the planned regions has, in the order of the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ncu_stand_in/include.h"
#include "tests/ncu_stand_in/scenario.h"

namespace ncu_regions::stand_in {

struct PlannedResult {
  bool is_range = false;
  std::vector<std::string> stack;  // as stored; empty: outside of all regions
  std::string domain;
  bool start_end = false;
  std::vector<Kernel> kernels;  // of a range: all below it; of a kernel: itself, once

  std::string name() const { return is_range ? "range" : kernels.front().name; }
};

// A result for each instance of the outermost regions that are selected. With `merge`, and more
// than one include, instances that follow each other in one parent are one result.
std::vector<PlannedResult> plan_ranges(const Scenario& scenario,
                                       const std::vector<Include>& includes, bool merge);

// A result for each launch whose stack is selected; without includes for all of them.
std::vector<PlannedResult> plan_kernels(const Scenario& scenario,
                                        const std::vector<Include>& includes);

}  // namespace ncu_regions::stand_in
