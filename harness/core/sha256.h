// Core: SHA-256, for pages (the hash of a script and style) and for what a program file holds.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace ncu_regions {

// The hash of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // The 32 bytes of the hash. Nothing may be added afterwards.
  std::string finish();

 private:
  std::array<std::uint32_t, 8> state_;
  std::string pending_;  // less than a block
  std::uint64_t size_ = 0;
};

// 64 hexadecimal digits.
std::string sha256_hex(std::string_view text);

// Bytes as hexadecimal digits.
std::string hex_digits(std::string_view bytes);

// "sha256-" and the hash in base 64, as a Content-Security-Policy spells it.
std::string sha256_source(std::string_view text);

}  // namespace ncu_regions
