// worker_threads: the workers on their threads, and the ranges that the main thread opens.
#pragma once

#include <vector>

#include "workloads/worker_threads/worker.h"

namespace ncu_regions::workloads::worker_threads {

struct Results {
  std::vector<std::vector<float>> values;  // of each worker, after the last iteration
  std::vector<float> sums;                 // as Combine::sums
};

// All iterations. Threads are made before the first range and joined after the last; while a range
// is open nobody waits but inside the kernel of the operating system (see gate.h). What a worker
// throws comes out here.
Results run_crew(const WorkerConfig& config, const Penalties& penalties);

}  // namespace ncu_regions::workloads::worker_threads
