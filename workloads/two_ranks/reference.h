// two_ranks: the same computation by definition, to verify the kernels with.
#pragma once

#include <vector>

#include "workloads/two_ranks/part.h"

namespace ncu_regions::workloads::two_ranks {

// The values of one rank after an iteration, in double. Shares nothing with the kernels.
std::vector<double> reference_values(const PartConfig& config, unsigned rank);

// Smoothing makes rounding errors smaller, not larger.
inline constexpr double kVerifyTolerance = 1e-5;

}  // namespace ncu_regions::workloads::two_ranks
