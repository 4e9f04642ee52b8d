// two_ranks: the ranks as processes.
#pragma once

#include <functional>
#include <vector>

namespace ncu_regions::workloads::two_ranks {

// The values of one rank, `count` of them. Opens the device itself: no process may fork after that.
using RankFunction = std::function<std::vector<float>(unsigned rank)>;

// Runs rank 0 in this process and rank 1 in a child at the same time; returns the values of both.
// The child hands its values over and ends without returning. Throws what rank 0 throws, and
// std::runtime_error when the child failed (which has said why on standard error) or the system
// refused.
std::vector<std::vector<float>> run_forked(std::size_t count, const RankFunction& rank_function);

}  // namespace ncu_regions::workloads::two_ranks
