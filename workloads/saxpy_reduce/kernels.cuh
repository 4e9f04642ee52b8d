// saxpy_reduce: its kernels. Almost no arithmetic per value that is read or written. All grids are
// one-dimensional, and a block never depends on another one.
#pragma once

#include "workloads/support/block_sum.cuh"
#include "workloads/support/launch.h"

namespace ncu_regions::workloads::saxpy_reduce {

inline constexpr unsigned kThreads = 128;      // a power of two: the reduction halves it
inline constexpr unsigned kBlockValues = 512;  // a block of saxpy works on so many neighbours

// result = factor * x + y; `result` may be `y`: each value is read before it is written, by the
// same thread.
NCU_REGIONS_KERNEL saxpy(float factor, const float* x, const float* y, float* result,
                         unsigned count) {
  const unsigned first = blockIdx.x * kBlockValues;
  const unsigned end = first + kBlockValues < count ? first + kBlockValues : count;
  last_phase([&](ThreadIndex id) {
    for (unsigned i = first + id.x; i < end; i += kThreads) result[i] = factor * x[i] + y[i];
  });
}

// sums[block] = scale * the sum of that block's `block_values` neighbours, by a tree in shared
// memory.
NCU_REGIONS_KERNEL reduce(const float* values, float* sums, unsigned count, unsigned block_values,
                          float scale) {
  NCU_REGIONS_SHARED float part[kThreads];
  const unsigned first = blockIdx.x * block_values;
  const unsigned end = first + block_values < count ? first + block_values : count;

  each_thread([&](ThreadIndex id) {
    float total = 0.0f;
    for (unsigned i = first + id.x; i < end; i += kThreads) total += values[i];
    part[id.x] = total;
  });
  sum_block<kThreads>(part);
  last_phase([&](ThreadIndex id) {
    if (id.x == 0) sums[blockIdx.x] = part[0] * scale;
  });
}

}  // namespace ncu_regions::workloads::saxpy_reduce
