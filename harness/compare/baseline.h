// Compare: stored levels, which values are compared with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

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

// How many sessions of unchanged code a value keeps.
inline constexpr std::size_t kSessionsKept = 5;

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
