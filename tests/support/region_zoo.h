// Tests: captures of every shape that a tree of regions has to get right, and random ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/report_writer.h"

namespace ncu_regions::fixture {

struct ZooCapture {
  std::string name;
  std::vector<Result> results;
  std::vector<Process> processes;  // of each result

  std::string bytes() const;
};

// Nested 1 to 50 deep, recursion, one label in two parents, domains, threads, start/end ranges,
// labels of all sorts, two processes on two devices each.
std::vector<ZooCapture> region_zoo();

// Stacks, domains, threads, start/end ranges, processes, devices, kernels and values at random.
ZooCapture random_capture(std::uint64_t seed);

// The workload of the documentation: A, A > A::A1, and B, with seven launches in them and one
// outside.
ZooCapture three_ranges();

}  // namespace ncu_regions::fixture
