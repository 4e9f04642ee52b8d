// Render: numbers of results, exact and fast.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace ncu_regions {

// The shortest text that reads back as the same double. Whole numbers without a point: most
// counters are whole.
inline void append_number(std::string& text, double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  char digits[32];
  std::to_chars_result end{};
  const bool is_whole = std::abs(value) < kExact && value == std::trunc(value);
  if (is_whole && !(value == 0 && std::signbit(value))) {
    end = std::to_chars(digits, digits + sizeof(digits), static_cast<std::int64_t>(value));
  } else {
    end = std::to_chars(digits, digits + sizeof(digits), value);
  }
  text.append(digits, end.ptr);
}

inline void append_number(std::string& text, std::uint64_t value) {
  char digits[24];
  text.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
}

}  // namespace ncu_regions
