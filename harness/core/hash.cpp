#include "harness/core/hash.h"

namespace ncu_regions {

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

std::string short_hash(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  const std::uint64_t hash = hash_of(text);
  std::string out;
  for (int shift = 60; shift >= 16; shift -= 4) out += kDigits[(hash >> shift) & 0xf];
  return out;
}

}  // namespace ncu_regions
