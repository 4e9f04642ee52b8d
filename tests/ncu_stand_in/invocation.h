// Tests: what is remembered of each start of the stand-in, in and beside the file that
// NCU_STAND_IN_LOG names. Without one, every capture is the first and "times" limits nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/ncu_stand_in/arguments.h"
#include "tests/ncu_stand_in/scenario.h"

namespace ncu_regions::stand_in {

// The number of this capture, from 1.
std::uint64_t count_capture();

// One line: {"argv": [...], "cwd": "...", "environment": [names], "nth": 1}.
void log_invocation(const Arguments& arguments, std::optional<std::uint64_t> nth);

// The first entry that fits and is not used up.
CaptureEntry choose_entry(const Scenario& scenario, const Arguments& arguments, std::uint64_t nth);

}  // namespace ncu_regions::stand_in
