// Render: numbers of results, exact and fast.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace ncu_regions {

// Writes to `at`, which has room for 32 characters, and returns the end. The shortest text that
// reads back as the same double; whole numbers without a point: most counters are whole.
inline char* put_number(char* at, double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  const bool is_whole = std::abs(value) < kExact && value == std::trunc(value);
  if (is_whole && !(value == 0 && std::signbit(value))) {
    return std::to_chars(at, at + 32, static_cast<std::int64_t>(value)).ptr;
  }
  return std::to_chars(at, at + 32, value).ptr;
}

inline char* put_number(char* at, std::uint64_t value) {
  return std::to_chars(at, at + 32, value).ptr;
}

template <typename Number>
void append_number(std::string& text, Number value) {
  char digits[32];
  text.append(digits, put_number(digits, value));
}

}  // namespace ncu_regions
