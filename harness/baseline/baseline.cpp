#include "harness/baseline/baseline.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/core/error.h"
#include "harness/core/files.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw Error(ErrorKind::kBaseline,
              file.string() + ": " + why +
                  "; a baseline is written by 'ncu-regions accept' alone: restore it from version "
                  "control or accept anew");
}

// Integers as integers: counts below 2^53 are exact in a double, and a diff of "123" reads better
// than one of "123.0".
Json number(double value) {
  constexpr double kExact = 9007199254740992.0;
  if (std::trunc(value) == value && std::abs(value) < kExact) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Json session_json(const Session& session) {
  return {{"id", session.id},
          {"date", session.date},
          {"commit", session.commit},
          {"reason", session.reason},
          {"fingerprint", session.fingerprint}};
}

Json value_json(const StoredValue& value) {
  Json samples = Json::object();
  for (const auto& [session, numbers] : value.samples) {
    for (const double sample : numbers) samples[session].push_back(number(sample));
  }
  return {{"region", written_form(value.region)},
          {"metric", value.metric},
          {"unit", value.unit},
          {"samples", samples}};
}

template <typename Items, typename ToJson>
std::string lines(const Items& items, ToJson to_json) {
  std::string text;
  for (const auto& item : items) {
    text += (text.empty() ? "\n" : ",\n") + to_json(item).dump();
  }
  return "[" + text + "\n]";
}

Session session_from(const Json& json) {
  Session session;
  json.at("id").get_to(session.id);
  json.at("date").get_to(session.date);
  json.at("commit").get_to(session.commit);
  json.at("reason").get_to(session.reason);
  for (const auto& [field, value] : json.at("fingerprint").items()) {
    session.fingerprint[field] = value.get<std::string>();
  }
  return session;
}

StoredValue value_from(const Json& json) {
  StoredValue value;
  value.region = parse_written_form(json.at("region").get<std::string>());
  json.at("metric").get_to(value.metric);
  json.at("unit").get_to(value.unit);
  for (const auto& [session, samples] : json.at("samples").items()) {
    for (const Json& sample : samples) value.samples[session].push_back(sample.get<double>());
  }
  return value;
}

Baseline from_json(const std::filesystem::path& file, const Json& json) {
  Baseline baseline;
  if (json.at("schema") != kSchema) refuse(file, "has schema " + json.at("schema").dump());
  json.at("workload").get_to(baseline.workload);
  json.at("preset").get_to(baseline.preset);
  const auto kind = capture_kind_from(json.at("kind").get<std::string>());
  if (!kind) refuse(file, "has an unknown capture kind");
  baseline.kind = *kind;
  json.at("device").get_to(baseline.device);
  for (const Json& session : json.at("sessions"))
    baseline.sessions.push_back(session_from(session));
  for (const Json& value : json.at("values")) baseline.values.push_back(value_from(value));
  return baseline;
}

void check(const std::filesystem::path& file, const Baseline& baseline) {
  std::set<std::pair<RegionPath, std::string>> seen;
  for (const StoredValue& value : baseline.values) {
    const std::string name = written_form(value.region) + " " + value.metric;
    if (!seen.emplace(value.region, value.metric).second) refuse(file, name + " stands twice");
    if (value.samples.empty()) refuse(file, name + " has no sample");
    for (const auto& [session, samples] : value.samples) {
      if (baseline.find_session(session) == nullptr || samples.empty()) {
        refuse(file, name + " has samples of session '" + session + "', which is not there");
      }
    }
  }
}

bool is_used(const Baseline& baseline, const Session& session) {
  return std::ranges::any_of(baseline.values, [&](const StoredValue& value) {
    return value.samples.contains(session.id);
  });
}

}  // namespace

const StoredValue* Baseline::find(const RegionPath& region, const std::string& metric) const {
  const auto found = std::ranges::find_if(values, [&](const StoredValue& value) {
    return value.region == region && value.metric == metric;
  });
  return found == values.end() ? nullptr : &*found;
}

const Session* Baseline::find_session(const std::string& id) const {
  const auto found = std::ranges::find(sessions, id, &Session::id);
  return found == sessions.end() ? nullptr : &*found;
}

std::filesystem::path baseline_file(const std::filesystem::path& folder, const Baseline& key) {
  return folder / key.device /
         (key.workload + "." + key.preset + "." + std::string(to_string(key.kind)) + ".json");
}

std::optional<Baseline> read_baseline(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) return std::nullopt;
  const Json json = Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) refuse(file, "is not JSON");
  try {
    Baseline baseline = from_json(file, json);
    check(file, baseline);
    return baseline;
  } catch (const Json::exception& error) {
    refuse(file, std::string("a field is missing or has the wrong type (") + error.what() + ")");
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kBaseline) throw;
    refuse(file, error.what());
  }
}

std::string to_text(const Baseline& baseline) {
  std::vector<Session> sessions = baseline.sessions;
  std::ranges::sort(sessions, {}, [](const Session& s) { return std::pair(s.date, s.id); });
  std::vector<StoredValue> values = baseline.values;
  std::ranges::sort(
      values, {}, [](const StoredValue& v) { return std::pair(written_form(v.region), v.metric); });
  return "{\n\"schema\": " + std::to_string(kSchema) +
         ",\n\"workload\": " + Json(baseline.workload).dump() +
         ",\n\"preset\": " + Json(baseline.preset).dump() +
         ",\n\"kind\": " + Json(to_string(baseline.kind)).dump() +
         ",\n\"device\": " + Json(baseline.device).dump() +
         ",\n\"sessions\": " + lines(sessions, session_json) +
         ",\n\"values\": " + lines(values, value_json) + "\n}\n";
}

void write_baseline(const std::filesystem::path& file, const Baseline& baseline) {
  make_folder(file.parent_path());
  write_file(file, to_text(baseline));
}

void replace_samples(Baseline& baseline, const StoredValue& value, const Session& session) {
  const auto found = std::ranges::find_if(baseline.values, [&](const StoredValue& stored) {
    return stored.region == value.region && stored.metric == value.metric;
  });
  if (found != baseline.values.end()) {
    *found = value;
  } else {
    baseline.values.push_back(value);
  }
  if (baseline.find_session(session.id) == nullptr) baseline.sessions.push_back(session);
  std::erase_if(baseline.sessions, [&](const Session& s) { return !is_used(baseline, s); });
}

}  // namespace ncu_regions
