// Artifacts: the number that a cell of a CSV page shows.
#pragma once

#include <string_view>

#include "harness/artifacts/report.h"

namespace ncu_regions::ncu_csv {

// Whose table it is. ncu writes no decimals, two or six: three of them are thousands of a locale
// that groups with points.
enum class Writer { kNcu, kOther };

// Reads a number, exact when it is whole; text as text; nothing for "", "no data" and "n/a". False
// when the cell was written in a locale in which it may mean two numbers ("124.056", "115.031,80").
bool read_cell(std::string_view cell, Writer writer, MetricValue& value);

}  // namespace ncu_regions::ncu_csv
