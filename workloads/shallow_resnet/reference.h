// shallow_resnet: the same network, written down a second time as plainly as possible.
#pragma once

#include <vector>

#include "workloads/shallow_resnet/model.h"

namespace ncu_regions::workloads {

// Scores, batch x classes. Shares nothing with the kernels: loops over definitions, in double,
// batch norm unfolded. Slow.
std::vector<double> reference_scores(const Model& model, const std::vector<float>& input);

// What rounding to float may cost at the default sizes, with room for deeper networks and for the
// fused multiply-add of a GPU. Scores are of the order of 1.
inline constexpr double kVerifyTolerance = 1e-4;

}  // namespace ncu_regions::workloads
