// Artifacts: the NVTX state of a result in an ncu report.
#pragma once

#include <optional>
#include <string_view>

#include "harness/artifacts/nvtx_state.h"

namespace ncu_regions::ncu_rep {

// Nothing when the message is empty: some versions write that always, also without NVTX support.
// Throws WireError.
std::optional<NvtxState> read_nvtx(std::string_view message);

}  // namespace ncu_regions::ncu_rep
