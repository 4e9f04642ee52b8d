// Artifacts: reads .ncu-rep (2020 and later) and .nsight-cuprof-report (2019) files.
#pragma once

#include <memory>
#include <string>

#include "harness/artifacts/input_file.h"
#include "harness/artifacts/report_file.h"
#include "harness/core/error.h"

namespace ncu_regions {

// A file whose format is newer than this version knows and that could not be read: ncu may be able
// to (`ncu --import`).
class NewerFormatError : public Error {
 public:
  using Error::Error;
};

// Throws Error(kMeasurement), for a format newer than known NewerFormatError, when the file is
// damaged. `name` stands for it in messages.
std::unique_ptr<ReportFile> open_ncu_report(std::unique_ptr<InputFile> file, std::string name);

}  // namespace ncu_regions
