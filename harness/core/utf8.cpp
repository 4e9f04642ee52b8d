#include "harness/core/utf8.h"

#include <algorithm>
#include <charconv>

namespace ncu_regions {
namespace {

// Smallest code point that needs a sequence of the given length: shorter ones are overlong.
constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};

std::size_t length_from_first_byte(unsigned char byte) {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  if (byte >= 0xf0 && byte <= 0xf4) return 4;
  return 0;
}

}  // namespace

std::size_t utf8_length_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = length_from_first_byte(first);
  if (length <= 1) return length;
  if (at + length > text.size()) return 0;
  char32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xc0) != 0x80) return 0;
    code = (code << 6) | (byte & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kSmallest[length] || code > 0x10ffff || surrogate ? 0 : length;
}

std::string valid_utf8(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length_at(text, i);
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text[i++]);
      out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xf]};
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out;
}

std::string without_hex_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const std::string_view digits = text.substr(std::min(i + 2, text.size()), 2);
    const bool is_escape =
        text.substr(i, 2) == "\\x" && digits.size() == 2 &&
        std::from_chars(digits.data(), digits.data() + 2, byte, 16).ptr == digits.data() + 2;
    if (!is_escape || byte < 0x80) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(byte);
    i += 3;
  }
  return out;
}

}  // namespace ncu_regions
