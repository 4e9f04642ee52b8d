// Pipeline: the environment that the harness was started in.
#pragma once

#include "harness/command/capture_command.h"

namespace ncu_regions {

Environment caller_environment();

}  // namespace ncu_regions
