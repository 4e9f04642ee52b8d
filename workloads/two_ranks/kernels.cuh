// two_ranks: its kernels. All grids are one-dimensional, and a block never depends on another one.
#pragma once

#include "workloads/support/launch.h"

namespace ncu_regions::workloads::two_ranks {

inline constexpr unsigned kThreads = 128;
inline constexpr unsigned kBlockValues = 512;  // a block works on so many neighbours

// result = factor * values.
NCU_REGIONS_KERNEL scale(float factor, const float* values, float* result, unsigned count) {
  const unsigned first = blockIdx.x * kBlockValues;
  const unsigned end = first + kBlockValues < count ? first + kBlockValues : count;
  last_phase([&](ThreadIndex id) {
    for (unsigned i = first + id.x; i < end; i += kThreads) result[i] = factor * values[i];
  });
}

// Each value becomes a weighted mean of itself and its two neighbours; outside there is 0. The
// values of the block and one on either side pass through shared memory.
NCU_REGIONS_KERNEL smooth(const float* values, float* result, unsigned count) {
  NCU_REGIONS_SHARED float near[kBlockValues + 2];
  const unsigned first = blockIdx.x * kBlockValues;

  each_thread([&](ThreadIndex id) {
    for (unsigned k = id.x; k < kBlockValues + 2; k += kThreads) {
      // One before the first value wraps around to a huge number: outside, like the rest.
      const unsigned i = first + k - 1;
      near[k] = i < count ? values[i] : 0.0f;
    }
  });
  last_phase([&](ThreadIndex id) {
    for (unsigned k = id.x; k < kBlockValues && first + k < count; k += kThreads) {
      result[first + k] = 0.25f * near[k] + 0.5f * near[k + 1] + 0.25f * near[k + 2];
    }
  });
}

}  // namespace ncu_regions::workloads::two_ranks
