// Config: how a setting is refused. Private to this room.
#pragma once

#include <string>

#include "harness/core/error.h"

namespace ncu_regions {

// Throws Error(kUsage): where it stands, and what is wrong with it.
[[noreturn]] inline void refuse(const std::string& where, const std::string& why) {
  throw Error(ErrorKind::kUsage, where + ": " + why);
}

}  // namespace ncu_regions
