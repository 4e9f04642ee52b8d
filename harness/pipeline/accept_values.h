// Pipeline: what is stored of a run: raw samples, and the session that they are of.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/baseline.h"
#include "harness/compare/outcome.h"
#include "harness/compare/sample.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// One per capture that should have a value; nothing where it has none.
using RawSamples = std::vector<std::optional<double>>;

struct StoredValues {
  RunRecord record;
  std::vector<TakenSample> samples;
};

// The region's inclusive value in each capture of the new build.
RawSamples raw_samples(std::span<const TakenSample> samples, const Verdict& verdict);
Samples measured(const RawSamples& samples);

// Its name tells the run that it is of, then commit and reason.
Session new_session(const StoredValues& values, const Outcome& outcome, const std::string& reason,
                    const std::string& commit);

// Whether a value has samples of the same run.
bool has_samples_of(const StoredValue& value, const Session& session);

// The commit of the tree that holds the folder, as far as git knows one.
std::string commit_near(std::filesystem::path folder);

// The baseline of an outcome: read, or empty.
Baseline stored_or_new(const std::filesystem::path& file, const Outcome& outcome,
                       const MetricTable& metrics);

}  // namespace ncu_regions
