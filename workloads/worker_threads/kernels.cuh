// worker_threads: its kernels. All grids are one-dimensional, and a block never depends on another
// one.
#pragma once

#include "workloads/support/block_sum.cuh"
#include "workloads/support/launch.h"

namespace ncu_regions::workloads::worker_threads {

inline constexpr unsigned kThreads = 64;       // a power of two: the reduction halves it
inline constexpr unsigned kBlockValues = 256;  // a block works on so many neighbours
inline constexpr unsigned kRounds = 8;         // of growth, per step

// result = values after kRounds rounds of logistic growth, v + v (1 - v) / 128: a little each time,
// so that a round too few or too many shows. `result` may be `values`.
NCU_REGIONS_KERNEL grow(const float* values, float* result, unsigned count) {
  const unsigned first = blockIdx.x * kBlockValues;
  const unsigned end = first + kBlockValues < count ? first + kBlockValues : count;
  last_phase([&](ThreadIndex id) {
    for (unsigned i = first + id.x; i < end; i += kThreads) {
      float value = values[i];
      for (unsigned round = 0; round < kRounds; ++round) {
        value += 0.0078125f * value * (1.0f - value);
      }
      result[i] = value;
    }
  });
}

// sums[block] = the sum of that block's values, by a tree in shared memory.
NCU_REGIONS_KERNEL block_sum(const float* values, float* sums, unsigned count) {
  NCU_REGIONS_SHARED float part[kThreads];
  const unsigned first = blockIdx.x * kBlockValues;
  const unsigned end = first + kBlockValues < count ? first + kBlockValues : count;

  each_thread([&](ThreadIndex id) {
    float total = 0.0f;
    for (unsigned i = first + id.x; i < end; i += kThreads) total += values[i];
    part[id.x] = total;
  });
  sum_block<kThreads>(part);
  last_phase([&](ThreadIndex id) {
    if (id.x == 0) sums[blockIdx.x] = part[0];
  });
}

}  // namespace ncu_regions::workloads::worker_threads
