// Runs: the files below baselines/.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/compare/baseline.h"
#include "harness/config/metric_table.h"

namespace ncu_regions {

// baselines/<device>/<workload>.<preset>.<kind>.json
std::filesystem::path baseline_file(const std::filesystem::path& folder, const Baseline& key);

// The purpose that a baseline is read for.
struct BaselineUse {
  const Baseline& key;         // has workload, preset, kind and device that the file must name
  const MetricTable& metrics;  // has the units that its values must have
};

// Nothing when the file does not exist. Throws Error(kMeasurement) when it cannot be found out or
// read (core/files.h), and Error(kBaseline) naming file and field when it is there and cannot be
// trusted: unknown schema, a field of the wrong type, a key that stands twice, a sample without
// session, conflict markers, the baseline of something else, another unit, a negative count.
std::optional<Baseline> read_baseline(const std::filesystem::path& file, const BaselineUse& use);
// The same of a text that was read already, whatever it is used for; `name` is for messages.
Baseline parse_baseline(const std::string& text, const std::string& name);

// One line per session and one per region x metric, in a fixed order, each complete in itself: a
// diff reads well, and changes of different regions merge without touching each other.
std::string to_text(const Baseline& baseline);

// Creates the folder and writes atomically.
void write_baseline(const std::filesystem::path& file, const Baseline& baseline);

}  // namespace ncu_regions
