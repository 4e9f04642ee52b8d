#include "harness/artifacts/ncu_csv/encoding.h"

#include <cstdint>

namespace ncu_regions::ncu_csv {
namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr std::string_view kLittleMark = "\xff\xfe";
constexpr std::string_view kBigMark = "\xfe\xff";

void append(std::string& text, std::uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    text += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (c & 0x3f));
  }
}

std::string from_utf16(std::string_view bytes, bool is_little) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<std::uint32_t>(is_little ? second << 8 | first : first << 8 | second);
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const std::uint32_t first = unit(at);
    const bool is_high = first >= 0xd800 && first < 0xdc00;
    const std::uint32_t second = is_high && at + 3 < bytes.size() ? unit(at + 2) : 0;
    if (second >= 0xdc00 && second < 0xe000) {
      append(text, 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
      at += 2;
    } else {
      append(text, first >= 0xd800 && first < 0xe000 ? 0xfffd : first);
    }
  }
  return text;
}

// No mark: text of a table begins with ASCII characters, of which one byte is zero.
bool looks_like(std::string_view bytes, std::size_t zero) {
  return bytes.size() >= 4 && bytes[zero] == 0 && bytes[zero + 2] == 0 && bytes[1 - zero] != 0 &&
         bytes[3 - zero] != 0;
}

}  // namespace

bool is_utf16(std::string_view bytes) {
  return bytes.starts_with(kLittleMark) || bytes.starts_with(kBigMark) || looks_like(bytes, 1) ||
         looks_like(bytes, 0);
}

std::string_view text_of(std::string_view bytes, std::string& converted) {
  if (bytes.starts_with(kUtf8Mark)) return bytes.substr(kUtf8Mark.size());
  if (!is_utf16(bytes)) return bytes;
  const bool is_little = bytes.starts_with(kLittleMark) || looks_like(bytes, 1);
  const bool has_mark = bytes.starts_with(kLittleMark) || bytes.starts_with(kBigMark);
  converted = from_utf16(bytes.substr(has_mark ? 2 : 0), is_little);
  return converted;
}

}  // namespace ncu_regions::ncu_csv
