// Artifacts: the text of a CSV file, whatever encoding it was saved in.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions::ncu_csv {

// UTF-16 in either order, with a byte order mark or without one.
bool is_utf16(std::string_view bytes);

// The text without a byte order mark: of UTF-8 a view of `bytes`, of UTF-16 a view of `converted`,
// which is filled. What cannot be converted becomes U+FFFD.
std::string_view text_of(std::string_view bytes, std::string& converted);

}  // namespace ncu_regions::ncu_csv
