#include "workloads/saxpy_reduce/options.h"

#include <limits>

#include "workloads/saxpy_reduce/reference.h"

namespace ncu_regions::workloads::saxpy_reduce {

// The upper limits keep every index within 32 bits.
CommandLine command_line(Options& options) {
  VectorConfig& config = options.config;
  CommandLine line(
      "Two long vectors in many short launches, with the NVTX regions saxpy (y := a * x + y)\n"
      "and reduce (the mean of y), side by side.\n",
      options);
  line.add_number("--values", 1, 1u << 24, "of each vector (default 262144)", config.values);
  line.add_number("--chunk", 1, 1u << 24,
                  "values per launch, rounded up to thread blocks of 512 (default 4096)",
                  config.chunk);
  line.add_number("--iterations", 1, kMaxIterations, "instances of each region (default 8)",
                  config.iterations);
  line.add_number("--seed", 0, std::numeric_limits<std::uint64_t>::max(),
                  "of the vectors (default 1)", config.seed);
  line.add_penalty(kRegionSaxpy, options.penalties.saxpy);
  line.add_penalty(kRegionReduce, options.penalties.reduce);
  return line;
}

}  // namespace ncu_regions::workloads::saxpy_reduce
