// Core: SHA-256, where a browser asks for it: a page names the hash of its own script and style.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// "sha256-" and the hash in base 64, as a Content-Security-Policy spells it.
std::string sha256_source(std::string_view text);

}  // namespace ncu_regions
