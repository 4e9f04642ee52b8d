// Core: the exit codes of every program of the harness, in one place.
#pragma once

#include <span>

#include "harness/core/error.h"

namespace ncu_regions {

enum class ExitCode {
  kPass = 0,         // measured, every gate kept
  kRegressed = 1,    // a gate regressed or a limit was broken
  kUsage = 2,        // usage or configuration error
  kNotMeasured = 3,  // no trustworthy measurement
  kNoBaseline = 4,   // no baseline, or one that cannot be compared
  kSkipped = 77,     // this machine cannot measure (CTest: SKIP_RETURN_CODE)
};

// When several codes apply the lowest non-zero one wins: a regression that was seen is never hidden
// by something else that went wrong. An empty list is kPass.
ExitCode combine(std::span<const ExitCode> codes);

ExitCode exit_code_of(ErrorKind kind);

}  // namespace ncu_regions
