// Core: a small stable hash, which keeps names apart and finds edited files. Not for security.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ncu_regions {

// 64-bit FNV-1a.
std::uint64_t hash_of(std::string_view text);

// Twelve hexadecimal digits of the hash.
std::string short_hash(std::string_view text);

}  // namespace ncu_regions
