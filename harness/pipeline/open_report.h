// Pipeline: opens a report and reads it once, so that what follows cannot fail half way.
#pragma once

#include <filesystem>
#include <memory>

#include "harness/artifacts/report_file.h"
#include "harness/artifacts/report_outline.h"

namespace ncu_regions {

struct OpenedReport {
  std::unique_ptr<ReportFile> file;
  ReportOutline outline;
};

// A report whose format is newer than known, and that cannot be read for that, is read through the
// installed ncu (`ncu --import`; $NCU_REGIONS_NCU names another one), with a warning: its values
// then have two decimals. Throws Error(kMeasurement).
OpenedReport open_and_check(const std::filesystem::path& path, const Selection& selection);

}  // namespace ncu_regions
