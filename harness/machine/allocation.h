// Machine: the GPUs that CTest gave this test (RESOURCE_GROUPS), and the names it gives them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/machine/gpu_state.h"

namespace ncu_regions {

// The value of an environment variable, or nullptr.
using Variable = std::function<const char*(const char* name)>;

// As CUDA_VISIBLE_DEVICES takes them: UUIDs, or numbers where nobody knows the UUID. None when no
// resource file is in use. A number in the file is that of nvidia-smi; `gpus` asks it. Throws
// Error(kUsage) for a name that is neither.
std::vector<std::string> allocated_gpus(const Variable& variable,
                                        const std::function<std::vector<GpuState>()>& gpus = {});

// A UUID as CTest allows it: "GPU-5F.." -> "gpu_5f..". Its inverse; nothing for any other text.
std::string resource_of_uuid(const std::string& uuid);
std::optional<std::string> uuid_of_resource(const std::string& resource);

}  // namespace ncu_regions
