// Pipeline: reports on files of ncu that somebody has, and on runs that were made from such files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/config/settings.h"
#include "harness/regions/region_tree.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

struct FilesRequest {
  std::vector<std::string> files;  // reports, CSV pages, or folders of reports
  std::filesystem::path folder;    // of the report
  std::vector<std::string> declared;
  Settings settings;
  bool keep = false;  // copy the files into the folder, with a raw.csv
};

// Reads the files, assembles their regions and writes run.json and regions/ below the folder.
// Throws Error: kUsage for bad settings, kMeasurement for a file that cannot be trusted.
RegionTree report_on_files(const FilesRequest& request);

// The tree of a run that was made from files.
RegionTree tree_of_files(const std::filesystem::path& run, const RunRecord& record,
                         const MetricTable& metrics);

// Writes its reports again, from its run.json and its files alone.
RegionTree rebuild_from_files(const std::filesystem::path& run, const RunRecord& record);

// Whether it was made from files, not measured.
bool is_from_files(const RunRecord& record);

// Only assembles: for the terminal.
RegionTree tree_of_reports(const std::vector<std::string>& files, const ShownSettings& shown,
                           const MetricTable& metrics);

}  // namespace ncu_regions
