// saxpy_reduce: the same computation by definition, to verify the kernels with.
#pragma once

#include <vector>

#include "workloads/saxpy_reduce/vectors.h"

namespace ncu_regions::workloads::saxpy_reduce {

struct Reference {
  std::vector<double> y;      // after the last iteration
  std::vector<double> means;  // of y, after each iteration
};

// Shares nothing with the kernels: plain loops in double.
Reference reference_of(const VectorConfig& config, const Input& input);

// Each iteration rounds every value of y once, by at most 1e-7.
inline constexpr double kVerifyTolerance = 2e-4;
inline constexpr unsigned kMaxIterations = 1000;

}  // namespace ncu_regions::workloads::saxpy_reduce
