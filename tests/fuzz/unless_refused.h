// Tests: what a damaged file should end in is an Error, and nothing else.
#pragma once

#include "harness/core/error.h"

namespace ncu_regions::fuzz {

template <typename Read>
void unless_refused(const Read& read) {
  try {
    read();
  } catch (const Error&) {
    // What a damaged file should end in.
  }
}

}  // namespace ncu_regions::fuzz
