// two_ranks: its command line.
#pragma once

#include "workloads/support/options.h"
#include "workloads/two_ranks/part.h"

namespace ncu_regions::workloads::two_ranks {

struct Options : Switches {
  PartConfig config;
  Penalties penalties;
  bool fork = false;
};

// The values go to `options`, which must outlive the result.
CommandLine command_line(Options& options);

}  // namespace ncu_regions::workloads::two_ranks
