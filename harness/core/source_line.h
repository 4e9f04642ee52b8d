// Core: a place in the source of a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ncu_regions {

inline constexpr std::uint32_t kMostSourceLines = 10'000'000;
inline constexpr std::size_t kMostSourceFile = 4096;  // bytes of its name

struct SourceLine {
  std::string file;        // as the compiler was given it: hostile text
  std::uint32_t line = 0;  // from 1

  bool operator==(const SourceLine&) const = default;
};

// Whether a report can point there.
inline bool is_sound(const SourceLine& source) {
  return !source.file.empty() && source.file.size() <= kMostSourceFile && source.line > 0 &&
         source.line <= kMostSourceLines;
}

}  // namespace ncu_regions
