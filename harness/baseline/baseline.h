// Baseline: the only room that reads or writes baselines/.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/capture_kind.h"
#include "harness/core/region_path.h"
#include "harness/machine/fingerprint.h"

namespace ncu_regions {

// One uninterrupted series of captures on one machine state.
struct Session {
  std::string id;
  std::string date;    // UTC, YYYY-MM-DD
  std::string commit;  // of the measured tree, or "unknown"
  std::string reason;
  Fingerprint fingerprint;
};

struct StoredValue {
  RegionPath region;
  std::string metric;
  std::string unit;
  std::map<std::string, std::vector<double>> samples;  // session id -> raw samples, never summaries
};

struct Baseline {
  std::string workload;
  std::string preset;
  CaptureKind kind = CaptureKind::kHost;
  std::string device;  // slug: "host-x86_64"
  std::vector<Session> sessions;
  std::vector<StoredValue> values;

  const StoredValue* find(const RegionPath& region, const std::string& metric) const;
  const Session* find_session(const std::string& id) const;
};

// baselines/<device>/<workload>.<preset>.<kind>.json
std::filesystem::path baseline_file(const std::filesystem::path& folder, const Baseline& key);

// Nothing when the file does not exist. Throws Error(kBaseline) naming file and field when it is
// there and cannot be trusted: unknown schema, a field of the wrong type, a sample without session.
std::optional<Baseline> read_baseline(const std::filesystem::path& file);

// One line per session and one per region x metric, in a fixed order, so that a diff reads well.
std::string to_text(const Baseline& baseline);

// Creates the folder and writes atomically.
void write_baseline(const std::filesystem::path& file, const Baseline& baseline);

// Moves a level: all stored samples of region x metric are replaced by these, so that old and new
// levels never mix. Sessions that no value refers to any more are dropped.
void replace_samples(Baseline& baseline, const StoredValue& value, const Session& session);

}  // namespace ncu_regions
