// Core: a place in the source of a program.
#pragma once

#include <cstdint>
#include <string>

namespace ncu_regions {

struct SourceLine {
  std::string file;  // as the compiler was given it
  std::uint32_t line = 0;

  bool operator==(const SourceLine&) const = default;
};

}  // namespace ncu_regions
