#include "harness/compare/baseline.h"

#include <algorithm>
#include <utility>

namespace ncu_regions {
namespace {

StoredValue* find_value(Baseline& baseline, const StoredValue& like) {
  const auto found = std::ranges::find_if(baseline.values, [&](const StoredValue& stored) {
    return stored.region == like.region && stored.metric == like.metric;
  });
  return found == baseline.values.end() ? nullptr : &*found;
}

void remember(Baseline& baseline, const Session& session) {
  if (baseline.find_session(session.id) == nullptr) baseline.sessions.push_back(session);
  std::erase_if(baseline.sessions, [&](const Session& s) { return !baseline.is_used(s); });
}

// Of the sessions that a value has samples of.
std::string oldest_session(const Baseline& baseline, const StoredValue& value) {
  const auto age = [&](const std::string& id) {
    const Session* session = baseline.find_session(id);
    return std::pair(session == nullptr ? "" : session->date, id);
  };
  std::string oldest = value.samples.begin()->first;
  for (const auto& [id, samples] : value.samples) {
    if (age(id) < age(oldest)) oldest = id;
  }
  return oldest;
}

}  // namespace

std::vector<double> StoredValue::all_samples() const {
  std::vector<double> all;
  for (const auto& [session, values] : samples) {
    for (const std::optional<double>& value : values) {
      if (value) all.push_back(*value);
    }
  }
  return all;
}

const StoredValue* Baseline::find(const RegionPath& region, const std::string& metric) const {
  const auto found = std::ranges::find_if(values, [&](const StoredValue& value) {
    return value.region == region && value.metric == metric;
  });
  return found == values.end() ? nullptr : &*found;
}

const RegionParts* Baseline::find_parts(const RegionPath& region) const {
  const auto found = std::ranges::find(parts, region, &RegionParts::region);
  return found == parts.end() ? nullptr : &*found;
}

const Session* Baseline::find_session(const std::string& id) const {
  const auto found = std::ranges::find(sessions, id, &Session::id);
  return found == sessions.end() ? nullptr : &*found;
}

bool Baseline::is_used(const Session& session) const {
  return std::ranges::any_of(
      values, [&](const StoredValue& value) { return value.samples.contains(session.id); });
}

void replace_samples(Baseline& baseline, const StoredValue& value, const Session& session) {
  if (StoredValue* stored = find_value(baseline, value)) {
    *stored = value;
  } else {
    baseline.values.push_back(value);
  }
  remember(baseline, session);
}

void replace_parts(Baseline& baseline, const RegionParts& parts) {
  std::erase_if(baseline.parts,
                [&](const RegionParts& stored) { return stored.region == parts.region; });
  baseline.parts.push_back(parts);
}

void move_region(Baseline& baseline, const RegionPath& from, const RegionPath& to) {
  for (StoredValue& value : baseline.values) {
    if (value.region != from || baseline.find(to, value.metric) != nullptr) continue;
    value.region = to;
  }
  std::erase_if(baseline.values, [&](const StoredValue& value) { return value.region == from; });
  for (RegionParts& parts : baseline.parts) {
    if (parts.region == from && baseline.find_parts(to) == nullptr) parts.region = to;
  }
  std::erase_if(baseline.parts, [&](const RegionParts& parts) { return parts.region == from; });
}

void add_samples(Baseline& baseline, const StoredValue& value, const Session& session) {
  StoredValue* stored = find_value(baseline, value);
  if (stored == nullptr) return replace_samples(baseline, value, session);
  // In the list before its age is asked for.
  stored->samples.insert(value.samples.begin(), value.samples.end());
  remember(baseline, session);
  while (stored->samples.size() > kSessionsKept) {
    stored->samples.erase(oldest_session(baseline, *stored));
  }
  remember(baseline, session);
}

}  // namespace ncu_regions
