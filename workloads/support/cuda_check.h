// Workload support: a CUDA error code becomes an exception that says what failed.
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace ncu_regions::workloads {

inline void check_cuda(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

}  // namespace ncu_regions::workloads
