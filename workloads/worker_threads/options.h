// worker_threads: its command line.
#pragma once

#include "workloads/support/options.h"
#include "workloads/worker_threads/worker.h"

namespace ncu_regions::workloads::worker_threads {

struct Options : Switches {
  WorkerConfig config;
  Penalties penalties;
};

// The values go to `options`, which must outlive the result.
CommandLine command_line(Options& options);

}  // namespace ncu_regions::workloads::worker_threads
