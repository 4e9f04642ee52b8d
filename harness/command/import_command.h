// Command: ncu as a reader of reports that we cannot read ourselves.
#pragma once

#include <filesystem>

#include "harness/command/ncu_command.h"

namespace ncu_regions {

// Exports the raw page in base units. In the C locale: ncu writes numbers as the locale does. It
// keeps its section files to itself, and does not copy them into the user's home.
CaptureCommand import_command(const NcuTool& ncu, const std::filesystem::path& report,
                              const Environment& caller);

}  // namespace ncu_regions
