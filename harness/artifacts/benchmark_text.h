// Artifacts: what Google Benchmark writes, made JSON. Private to this room.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// Google Benchmark writes NaN, Infinity and -Infinity for counters that have no number, and control
// characters and any bytes of names as they are: the first become null, the others are escaped.
std::string as_json(std::string_view text);

}  // namespace ncu_regions
