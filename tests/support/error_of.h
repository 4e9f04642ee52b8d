// Tests: an expected error as a value.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "harness/core/error.h"

namespace ncu_regions {

// The message of the Error that `call` throws, checked to be of `kind`; a failure when it throws
// none.
inline std::string error_of(ErrorKind kind, const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.kind()), static_cast<int>(kind)) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "expected an Error";
  return "";
}

}  // namespace ncu_regions
