// saxpy_reduce: its command line.
#pragma once

#include "workloads/saxpy_reduce/vectors.h"
#include "workloads/support/options.h"

namespace ncu_regions::workloads::saxpy_reduce {

struct Options : Switches {
  VectorConfig config;
  Penalties penalties;
};

// The values go to `options`, which must outlive the result.
CommandLine command_line(Options& options);

}  // namespace ncu_regions::workloads::saxpy_reduce
