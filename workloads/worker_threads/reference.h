// worker_threads: the same computation by definition, to verify the kernels with.
#pragma once

#include <vector>

#include "workloads/worker_threads/worker.h"

namespace ncu_regions::workloads::worker_threads {

// The values of one worker after all iterations, in double. Shares nothing with the kernels.
std::vector<double> reference_values(const WorkerConfig& config, unsigned worker);

// The sum of all values of all workers.
double reference_total(const WorkerConfig& config);

// Of a value, and of the mean of all of them: both are below 1. Values draw near to 1, and errors
// with them.
inline constexpr double kVerifyTolerance = 1e-4;

}  // namespace ncu_regions::workloads::worker_threads
