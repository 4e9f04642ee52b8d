// Render: run.json, everything about a run that its captures do not say themselves.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/config/settings.h"
#include "harness/machine/fingerprint.h"

namespace ncu_regions {

// A file of ncu that a report was made from.
struct CaptureFile {
  std::string name;            // as it was named
  std::filesystem::path path;  // absolute, or relative to the folder of the capture
};

struct CaptureRecord {
  std::string id;    // folder below captures/
  std::string pass;  // of the host profiler: "time" or "count"; of ncu: "files"
  std::vector<std::string> argv;
  int exit_code = 0;
  double seconds = 0;
  std::vector<CaptureFile> files = {};  // of ncu
};

struct RunRecord {
  std::string workload;
  std::string folder;                           // of the run, as it was measured
  std::string tool;                             // path of the ncu-regions that measured
  std::string version;                          // of ncu-regions, with its commit
  std::string date;                             // UTC
  std::map<std::string, std::string> settings;  // key -> value
  std::map<std::string, std::string> origins;   // key -> where it came from
  std::vector<std::string> metrics;             // what was to be measured
  ShownSettings shown;                          // what reports show
  std::vector<std::string> declared;            // regions
  Fingerprint fingerprint;
  std::vector<CaptureRecord> captures;
  std::vector<std::string> notes;
};

void write_run_record(const std::filesystem::path& file, const RunRecord& record);

// Throws Error(kMeasurement): not there, not ours, unknown schema.
RunRecord read_run_record(const std::filesystem::path& file);

}  // namespace ncu_regions
