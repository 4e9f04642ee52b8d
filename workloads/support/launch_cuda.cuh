// Workload support: the launch shim on the GPU. See launch.h for what it is for.
#pragma once

#include "workloads/support/cuda_check.h"

#define NCU_REGIONS_KERNEL __global__ void
#define NCU_REGIONS_DEVICE __host__ __device__ inline
#define NCU_REGIONS_PHASES __device__ __forceinline__
#define NCU_REGIONS_SHARED __shared__

namespace ncu_regions::workloads {

using Dim3 = dim3;
using ThreadIndex = uint3;

template <class Phase>
__device__ __forceinline__ void each_thread(Phase phase) {
  phase(threadIdx);
  __syncthreads();
}

template <class Phase>
__device__ __forceinline__ void last_phase(Phase phase) {
  phase(threadIdx);
}

template <class T, unsigned kThreads>
class PerThread {
 public:
  __device__ explicit PerThread(T initial) : value_(initial) {}
  __device__ T& operator[](ThreadIndex) { return value_; }

 private:
  T value_;
};

// Nothing but the launch: a range under range replay may contain little else.
template <auto kKernel, class... Args>
void launch(const char* name, Dim3 grid, Dim3 block, Args... args) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;  // CUDA refuses an empty grid
  kKernel<<<grid, block>>>(args...);
  check_cuda(cudaGetLastError(), name);
}

}  // namespace ncu_regions::workloads
