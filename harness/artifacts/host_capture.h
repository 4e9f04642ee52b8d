// Artifacts: reads capture.host.jsonl.
#pragma once

#include <filesystem>
#include <string_view>

#include "harness/artifacts/capture.h"

namespace ncu_regions {

// Throws Error(kMeasurement) naming file and line when the file is not a host capture, has an
// unknown schema, is cut off (no end line) or contradicts itself.
Capture read_host_capture(const std::filesystem::path& file);

// Whether it is a regular file that begins like one: what is read from a pipe is gone.
bool is_host_capture(const std::filesystem::path& file);

// The same from text; `name` stands for the file in messages.
Capture parse_host_capture(std::string_view text, const std::string& name);

}  // namespace ncu_regions
