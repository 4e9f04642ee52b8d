// Core: UTF-8 checks for text that comes from programs. JSON and Markdown must be valid UTF-8; a
// label in an NVTX event need not be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ncu_regions {

// The length in bytes of the well-formed UTF-8 sequence that starts at `at`, or 0 when there is
// none.
std::size_t utf8_length_at(std::string_view text, std::size_t at);

// `text` with every byte that is not part of well-formed UTF-8 written as the four characters \xHH.
std::string valid_utf8(std::string_view text);

// The inverse, as far as there is one: every \xHH of a byte above 7F becomes that byte.
std::string without_hex_escapes(std::string_view text);

}  // namespace ncu_regions
