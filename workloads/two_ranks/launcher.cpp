#include "workloads/two_ranks/launcher.h"

#include <array>
#include <stdexcept>
#include <string>

#include "workloads/two_ranks/part.h"

namespace ncu_regions::workloads::two_ranks {
namespace {

struct Variables {
  const char* rank;
  const char* size;
};

// The size is asked for too: a Slurm batch script has a rank, and is alone. Slurm stands last: its
// variables are still there when mpirun starts a program inside a job.
constexpr std::array<Variables, 3> kLaunchers = {{
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
}};

}  // namespace

std::optional<unsigned> rank_from_launcher(const Environment& environment) {
  for (const auto& [rank_name, size_name] : kLaunchers) {
    const char* rank = environment(rank_name);
    const char* size = environment(size_name);
    if (rank == nullptr || size == nullptr || size == std::string("1")) continue;
    if (size != std::to_string(kRanks)) {
      throw std::invalid_argument(std::string(size_name) + " is '" + size +
                                  "': start two processes, or one with --fork");
    }
    if (rank == std::string("0")) return 0;
    if (rank == std::string("1")) return 1;
    throw std::invalid_argument(std::string(rank_name) + " is '" + rank + "': not 0 or 1");
  }
  return std::nullopt;
}

}  // namespace ncu_regions::workloads::two_ranks
