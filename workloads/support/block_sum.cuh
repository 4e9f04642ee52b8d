// Workload support: a sum over the threads of a block.
#pragma once

#include "workloads/support/launch.h"

namespace ncu_regions::workloads {

// Adds the kThreads values in shared memory up into part[0], by a tree. kThreads is a power of two.
template <unsigned kThreads>
NCU_REGIONS_PHASES void sum_block(float* part) {
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    each_thread([&](ThreadIndex id) {
      if (id.x < half) part[id.x] += part[id.x + half];
    });
  }
}

}  // namespace ncu_regions::workloads
