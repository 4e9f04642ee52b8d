// Runs: run.json, everything about a run that its captures do not say themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/compare/sample.h"
#include "harness/config/settings.h"
#include "harness/machine/fingerprint.h"
#include "harness/machine/gpu_state.h"

namespace ncu_regions {

// A file of ncu that a report was made from.
struct CaptureFile {
  std::string name;            // as it was named
  std::filesystem::path path;  // absolute, or relative to the folder of the capture
};

struct CaptureRecord {
  std::string id;    // folder below captures/
  std::string pass;  // of the host profiler: "time", "count", ...; of ncu: its kind, or "files"
  std::vector<std::string> argv;
  int exit_code = 0;
  double seconds = 0;
  double began_s = 0;                   // seconds since 1970, UTC; 0: not recorded
  std::vector<CaptureFile> files = {};  // of ncu
  std::uint64_t sample = 0;             // SampleInfo::number; 0: belongs to all of its build
  BuildSide side = BuildSide::kHead;
  // Captures of ncu.
  std::uint64_t level = 0;                 // range captures
  std::vector<std::string> regions = {};   // range captures: written forms
  std::vector<GpuState> gpus_before = {};  // where nvidia-smi is
  std::vector<GpuState> gpus_after = {};
};

// What a check under ncu was to take.
struct PlanRecord {
  std::uint64_t ncu_runs = 0;
  std::uint64_t one_by_one = 0;  // that a run per region would have been
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
  std::map<std::string, std::string>
      metric_names;                   // metric -> its name in the files of ncu, where it is another
  ShownSettings shown;                // what reports show
  std::vector<std::string> declared;  // regions
  Fingerprint fingerprint;
  PlanRecord plan;
  std::vector<CaptureRecord> captures;
  std::vector<SampleInfo> samples;  // what the captures were taken for
  std::vector<std::string> notes;
  // To measure it again: the workload as JSON, that of the base build when there was one, and
  // "key=value" of the command line.
  std::string workload_json, base_json;
  std::vector<std::string> overrides;
};

void write_run_record(const std::filesystem::path& file, const RunRecord& record);

// Throws Error(kMeasurement): not there, not ours, unknown schema, a capture whose id or file leads
// out of the run folder.
RunRecord read_run_record(const std::filesystem::path& file);
// The same of a text that was read already; `file` is for messages.
RunRecord parse_run_record(const std::string& text, const std::filesystem::path& file);

}  // namespace ncu_regions
