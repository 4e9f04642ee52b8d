// Artifacts: the tables of a CSV file, one after another, and what stands between their rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/artifacts/ncu_csv/page.h"

namespace ncu_regions::ncu_csv {

// Reads `text`, which begins with a header that is line `line` of the file. Returns warnings.
// Throws Error(kMeasurement) with file and line.
std::vector<std::string> read_tables(std::string_view text, std::size_t line, Reading& reading);

}  // namespace ncu_regions::ncu_csv
