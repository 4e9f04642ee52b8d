// Pipeline: the files of one run, read back.
#pragma once

#include <filesystem>

#include "harness/compare/outcome.h"
#include "harness/compare/sample.h"
#include "harness/render/report.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

inline constexpr char kCaptures[] = "captures";
// The folder of the survey's capture in a run under ncu.
inline constexpr char kSurveyFolder[] = "1-survey";

struct StoredRun {
  RunRecord record;
  std::vector<TakenSample> samples;  // assembled anew from the capture files, but for warm-ups
  SectionTexts sections;             // of the one that is shown
  Outcome outcome;
  Explained explained;
  // Of benchmarks: what reports show instead of one sample, all repetitions together.
  std::optional<RegionTree> summary = {};
  std::vector<std::string> conditions = {};  // of a file: what a reader of its values must know

  const RegionTree& shown() const;
};

// The sample that reports show: the first one of the new build that has regions. An empty tree when
// there is none.
const RegionTree& shown_sample(std::span<const TakenSample> samples);
// The same of the base build, beside it; nullptr when there was none.
const RegionTree* shown_base_sample(std::span<const TakenSample> samples);

// Everything but captures and proposed-baseline.json; verdicts.json last.
void write_run(const std::filesystem::path& run, const ReportInput& report);

// Throws Error(kMeasurement) naming the file that is missing or cannot be trusted.
StoredRun read_run(const std::filesystem::path& run);

// Whether it is a folder that holds nothing but files of a run, or nothing at all.
bool is_run_folder(const std::filesystem::path& folder);

// From here on the old outcome cannot be read by mistake, whatever goes wrong next. A complete run
// is kept as <run>.previous; what is left of a failed one is not worth that place. Throws
// Error(kUsage) when a folder that is not one of ours, or a symlink without target, is in the way.
// Of a symlink the folder behind it is used.
void prepare_run_folder(const std::filesystem::path& named);

std::filesystem::path run_record_file(const std::filesystem::path& run);
std::filesystem::path outcome_file(const std::filesystem::path& run);
std::filesystem::path explain_file(const std::filesystem::path& run);
// Why the run that should be there is not.
std::filesystem::path error_file(const std::filesystem::path& run);
std::filesystem::path report_file(const std::filesystem::path& run);

}  // namespace ncu_regions
