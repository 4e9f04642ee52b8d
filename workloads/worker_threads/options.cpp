#include "workloads/worker_threads/options.h"

#include <limits>

namespace ncu_regions::workloads::worker_threads {

// The upper limits keep every index within 32 bits.
CommandLine command_line(Options& options) {
  WorkerConfig& config = options.config;
  CommandLine line(
      "Four threads at once, each in an NVTX region of its own (worker_0 to worker_3) with a\n"
      "nested region per step (step); a start/end range over all of them (all_workers); and a\n"
      "region in a domain of its own (combine in worker_threads).\n",
      options);
  line.add_number("--values", 1, 1u << 22, "of each worker (default 16384)", config.values);
  line.add_number("--steps", 1, 1000, "of worker_0; each next one does one more (default 6)",
                  config.steps);
  line.add_number("--iterations", 1, 1000, "instances of each worker's region (default 2)",
                  config.iterations);
  line.add_number("--seed", 0, std::numeric_limits<std::uint64_t>::max(),
                  "of the values (default 1)", config.seed);
  for (unsigned w = 0; w < kWorkers; ++w) {
    line.add_penalty(kWorkerRegions[w], options.penalties.workers[w]);
  }
  line.add_penalty(kRegionCombine, options.penalties.combine);
  return line;
}

}  // namespace ncu_regions::workloads::worker_threads
