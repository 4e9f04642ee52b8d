// two_ranks: which rank this process is, when something else started it twice.
#pragma once

#include <functional>
#include <optional>

namespace ncu_regions::workloads::two_ranks {

// Like std::getenv.
using Environment = std::function<const char*(const char* name)>;

// The rank that a launcher (Open MPI, MPICH and its relatives, Slurm) gave this process; nothing
// when none of them started it, or one that started a single process. Throws std::invalid_argument
// when it started another number than two, or says what is no rank.
std::optional<unsigned> rank_from_launcher(const Environment& environment);

}  // namespace ncu_regions::workloads::two_ranks
