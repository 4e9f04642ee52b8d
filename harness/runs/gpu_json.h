// Runs: the state of a GPU as JSON. Private to this room.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/machine/gpu_state.h"

namespace ncu_regions {

nlohmann::ordered_json gpu_json(const GpuState& gpu);

}  // namespace ncu_regions
