// Baseline: the only room that reads or writes baselines/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/metric_table.h"
#include "harness/core/capture_kind.h"
#include "harness/core/region_path.h"
#include "harness/machine/fingerprint.h"
#include "harness/regions/region_parts.h"

namespace ncu_regions {

// One uninterrupted series of captures on one machine state.
struct Session {
  std::string id;
  std::string date;    // UTC, YYYY-MM-DD, with the time behind T
  std::string commit;  // of the measured tree, or "unknown"
  std::string reason;
  Fingerprint fingerprint;
  std::uint64_t captures = 0;                // of the new build that were taken
  std::map<std::string, std::string> state;  // of the GPU: "temperature_c" -> "41 -> 63"
};

struct StoredValue {
  RegionPath region;
  std::string metric;
  std::string unit;
  // Session id -> raw samples, never summaries; nothing where a capture has no value of it.
  std::map<std::string, std::vector<std::optional<double>>> samples;

  // All that are there.
  std::vector<double> all_samples() const;
};

struct Baseline {
  std::string workload;
  std::string preset;
  CaptureKind kind = CaptureKind::kHost;
  std::string device;  // slug: "host-x86_64"
  std::vector<Session> sessions;
  std::vector<StoredValue> values;
  // What values of a region were made of when they were accepted: for explanations, never judged.
  std::vector<RegionParts> parts = {};

  const RegionParts* find_parts(const RegionPath& region) const;
  const StoredValue* find(const RegionPath& region, const std::string& metric) const;
  const Session* find_session(const std::string& id) const;
  // Whether a value has samples of it.
  bool is_used(const Session& session) const;
};

// baselines/<device>/<workload>.<preset>.<kind>.json
std::filesystem::path baseline_file(const std::filesystem::path& folder, const Baseline& key);

// How many sessions of unchanged code a value keeps.
inline constexpr std::size_t kSessionsKept = 5;

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

// Moves a level: all stored samples of region x metric are replaced by these, so that old and new
// levels never mix. Sessions that no value refers to any more are dropped.
void replace_samples(Baseline& baseline, const StoredValue& value, const Session& session);

// What is stored of a region's parts becomes these.
void replace_parts(Baseline& baseline, const RegionParts& parts);

// Renames a region: stored values of `from` become values of `to`; values that `to` has already
// stay.
void move_region(Baseline& baseline, const RegionPath& from, const RegionPath& to);

// Adds a session of unchanged code to a value that is there; the oldest ones go.
void add_samples(Baseline& baseline, const StoredValue& value, const Session& session);

}  // namespace ncu_regions
