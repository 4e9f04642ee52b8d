// Tests: things that a machine may not have. NCU_REGIONS_REQUIRE=valgrind,cuda,... turns the named
// skips into failures.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "harness/core/text.h"

namespace ncu_regions {

inline bool is_required(const std::string& what) {
  const char* list = std::getenv("NCU_REGIONS_REQUIRE");
  if (list == nullptr) return false;
  for (const std::string& item : split(list, ',')) {
    if (item == what) return true;
  }
  return false;
}

}  // namespace ncu_regions

// Skips the test, or fails it when `what` is required.
#define NCU_REGIONS_SKIP_WITHOUT(what, condition, reason)                                   \
  if (!(condition)) {                                                                       \
    if (::ncu_regions::is_required(what)) FAIL() << (what) << " is required: " << (reason); \
    GTEST_SKIP() << "no " << (what) << ": " << (reason);                                    \
  }                                                                                         \
  static_assert(true)
