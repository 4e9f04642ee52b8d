// Artifacts: a report in which some metrics have another name than in its file.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "harness/artifacts/report_file.h"

namespace ncu_regions {

// `names`: name here -> name in the file. A file that has both keeps them apart, as they are.
std::unique_ptr<ReportFile> renamed_report(std::unique_ptr<ReportFile> file,
                                           const std::map<std::string, std::string>& names);

}  // namespace ncu_regions
