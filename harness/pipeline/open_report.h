// Pipeline: opens a report, by ourselves or through ncu.
#pragma once

#include <filesystem>
#include <memory>

#include "harness/artifacts/report_file.h"

namespace ncu_regions {

// A report whose format is newer than known is read once to see whether it can be; when it cannot,
// it is read through the installed ncu (`ncu --import`; $NCU_REGIONS_NCU names another one), with a
// warning: its values then have two decimals. Throws Error(kMeasurement).
std::unique_ptr<ReportFile> open_any_report(const std::filesystem::path& path,
                                            const std::string& ncu = "");

}  // namespace ncu_regions
