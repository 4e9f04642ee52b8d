// Workload support: one source of kernels for two programs. Compiled by nvcc it is CUDA; compiled
// by a host compiler the same kernels run on the CPU, one block after the other.
//
// A kernel is written in phases. Its body runs once per block on the host and once per thread on
// the GPU; what a single thread does stands inside a phase:
//
//   NCU_REGIONS_KERNEL sum_block(const float* in, float* out) {
//     NCU_REGIONS_SHARED float part[64];
//     each_thread([&](ThreadIndex id) { part[id.x] = in[blockIdx.x * 64 + id.x]; });
//     for (unsigned k = 32; k > 0; k /= 2)
//       each_thread([&](ThreadIndex id) { if (id.x < k) part[id.x] += part[id.x + k]; });
//     last_phase([&](ThreadIndex id) { if (id.x == 0) out[blockIdx.x] = part[0]; });
//   }
//   launch<sum_block>("sum_block", Dim3{blocks}, Dim3{64}, in, out);
//
// Rules: the end of a phase is a barrier, so phases stand where every thread of the block comes by.
// A value that lives across phases is recomputed, in shared memory, or in a PerThread. Within a
// phase no thread reads what another one writes: then the order of the threads cannot matter, and
// a test that reverses it shows that.
//
// What both sides offer: blockIdx, blockDim, gridDim, Dim3, ThreadIndex, each_thread, last_phase,
// PerThread, launch, and macros for what only a declaration specifier can say: NCU_REGIONS_KERNEL,
// NCU_REGIONS_DEVICE (a function of one thread), NCU_REGIONS_PHASES (a function of whole phases)
// and NCU_REGIONS_SHARED.
#pragma once

#ifdef __CUDACC__
#include "workloads/support/launch_cuda.cuh"
#else
#include "workloads/support/launch_host.h"
#endif
