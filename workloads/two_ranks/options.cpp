#include "workloads/two_ranks/options.h"

#include <limits>

namespace ncu_regions::workloads::two_ranks {

// The upper limits keep every index within 32 bits.
CommandLine command_line(Options& options) {
  PartConfig& config = options.config;
  CommandLine line(
      "Two processes, each with the NVTX regions rank_work and, inside it, rank_work::inner.\n"
      "Started as it is, the program forks; under `mpirun -n 2` or `srun -n 2` each process is\n"
      "the rank that the launcher says. Rank 1 does more than rank 0: the slow rank.\n",
      options);
  line.add_number("--values", 1, 1u << 24, "of each rank (default 65536)", config.values);
  line.add_number("--passes", 1, 1000, "over the values in rank_work::inner (default 8)",
                  config.passes);
  line.add_number("--extra-passes", 0, 1000, "that rank 1 does on top (default 2)",
                  config.extra_passes);
  line.add_number("--iterations", 1, 1000000, "instances of each region (default 4)",
                  config.iterations);
  line.add_number("--seed", 0, std::numeric_limits<std::uint64_t>::max(),
                  "of the values (default 1)", config.seed);
  line.add_penalty(kRegionWork, options.penalties.work);
  line.add_penalty(kRegionInner, options.penalties.inner);
  line.add_switch("--fork", "fork, whatever a launcher says", options.fork);
  return line;
}

}  // namespace ncu_regions::workloads::two_ranks
