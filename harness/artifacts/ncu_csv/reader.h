// Artifacts: reads the CSV pages of ncu 2020 to 2026, live captures included, and the range tables
// of other exporters.
#pragma once

#include <memory>
#include <string>

#include "harness/artifacts/input_file.h"
#include "harness/artifacts/report_file.h"

namespace ncu_regions {

// Throws Error(kMeasurement) when the text holds no table, naming what it holds instead. `name`
// stands for the file in messages.
std::unique_ptr<ReportFile> open_ncu_csv(std::unique_ptr<InputFile> file, std::string name);

}  // namespace ncu_regions
