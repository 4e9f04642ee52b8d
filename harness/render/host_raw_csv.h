// Render: raw.csv of a host capture: what its profiler stored, for spreadsheets.
#pragma once

#include <string>

#include "harness/artifacts/capture.h"

namespace ncu_regions {

// One line per kind of range or launch; the values of its instances added up, empty where one of
// them has none.
std::string host_raw_csv(const Capture& capture);

}  // namespace ncu_regions
