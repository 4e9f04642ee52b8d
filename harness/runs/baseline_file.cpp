#include "harness/runs/baseline_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/runs/baseline_checks.h"
#include "harness/runs/parts_json.h"
#include "harness/runs/strict_json.h"

namespace ncu_regions {
namespace {

constexpr int kSchema = 2;
// Lists begin with a text, and all further lines with a comma: a line that comes or goes changes no
// other.
constexpr char kSessionsText[] = "one line per session of measurement";
constexpr char kValuesText[] = "one block per region, one line per metric: raw samples by session";

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error(ErrorKind::kBaseline,
              file + ": " + why +
                  "; a baseline is written by 'ncu-regions accept' alone: restore it from version "
                  "control, or delete it and accept anew");
}

// ---- writing ----

BaselineJson session_json(const Session& session) {
  BaselineJson json = {{"id", session.id},
                       {"date", session.date},
                       {"commit", session.commit},
                       {"reason", session.reason},
                       {"captures", session.captures},
                       {"fingerprint", session.fingerprint}};
  if (!session.state.empty()) json["state"] = session.state;
  return json;
}

BaselineJson value_json(const StoredValue& value) {
  BaselineJson samples = BaselineJson::object();
  for (const auto& [session, numbers] : value.samples) {
    samples[session] = BaselineJson::array();
    for (const auto& sample : numbers) samples[session].push_back(json_number(sample));
  }
  return {{"metric", value.metric}, {"unit", value.unit}, {"samples", samples}};
}

std::string session_lines(std::vector<Session> sessions) {
  std::ranges::sort(sessions, {}, [](const Session& s) { return std::pair(s.date, s.id); });
  std::string text = "[" + BaselineJson(kSessionsText).dump();
  for (const Session& session : sessions) text += "\n," + session_json(session).dump();
  return text + "\n]";
}

std::string value_lines(std::vector<StoredValue> values) {
  std::ranges::sort(
      values, {}, [](const StoredValue& v) { return std::pair(written_form(v.region), v.metric); });
  std::string text = "[" + BaselineJson(kValuesText).dump();
  const StoredValue* before = nullptr;
  for (const StoredValue& value : values) {
    if (before == nullptr || before->region != value.region) {
      text += (before == nullptr ? "" : "\n]") + std::string("\n,[") +
              BaselineJson(written_form(value.region)).dump();
    }
    text += "\n," + value_json(value).dump();
    before = &value;
  }
  return text + (before == nullptr ? "" : "\n]") + "\n]";
}

// ---- reading ----

std::map<std::string, std::string> texts(const BaselineJson& json) {
  std::map<std::string, std::string> map;
  for (const auto& [field, value] : json.items()) map[field] = value.get<std::string>();
  return map;
}

Session session_from(const BaselineJson& json) {
  require_keys(json, {"id", "date", "commit", "reason", "captures", "fingerprint"}, {"state"},
               "a session");
  Session session;
  json.at("id").get_to(session.id);
  json.at("date").get_to(session.date);
  json.at("commit").get_to(session.commit);
  json.at("reason").get_to(session.reason);
  session.captures = count_from(json.at("captures"), "the number of captures of a session");
  session.fingerprint = texts(json.at("fingerprint"));
  if (json.contains("state")) session.state = texts(json.at("state"));
  return session;
}

std::optional<double> sample_from(const BaselineJson& json) {
  if (json.is_null()) return std::nullopt;
  const auto value = json.get<double>();
  if (!std::isfinite(value)) bad("a sample is not finite");
  return value;
}

StoredValue value_from(const BaselineJson& json, const std::string& region) {
  require_keys(json, {"metric", "unit", "samples"}, {}, "a value of " + region);
  StoredValue value;
  value.region = parse_written_form(region);
  json.at("metric").get_to(value.metric);
  json.at("unit").get_to(value.unit);
  for (const auto& [session, samples] : json.at("samples").items()) {
    if (!samples.is_array()) bad("samples of " + region + " " + value.metric + " are no list");
    for (const BaselineJson& sample : samples)
      value.samples[session].push_back(sample_from(sample));
  }
  return value;
}

Baseline from_json(const BaselineJson& json) {
  if (!json.contains("schema") || json.at("schema") != kSchema) {
    bad("has schema " + json.value("schema", BaselineJson("(none)")).dump() + ", known is " +
        std::to_string(kSchema));
  }
  require_keys(json, {"schema", "workload", "preset", "kind", "device", "sessions", "values"},
               {"parts"}, "it");
  Baseline baseline;
  json.at("workload").get_to(baseline.workload);
  json.at("preset").get_to(baseline.preset);
  const auto kind = capture_kind_from(json.at("kind").get<std::string>());
  if (!kind) bad("has an unknown capture kind");
  baseline.kind = *kind;
  json.at("device").get_to(baseline.device);
  for (const BaselineJson& session : items_of(json.at("sessions"), "'sessions'")) {
    baseline.sessions.push_back(session_from(session));
  }
  for (const BaselineJson& block : items_of(json.at("values"), "'values'")) {
    for (const BaselineJson& value : items_of(block, "a region")) {
      baseline.values.push_back(value_from(value, block.front().get<std::string>()));
    }
  }
  if (json.contains("parts")) {
    for (const BaselineJson& block : items_of(json.at("parts"), "'parts'")) {
      baseline.parts.push_back(parts_from(block));
    }
  }
  return baseline;
}

}  // namespace

std::filesystem::path baseline_file(const std::filesystem::path& folder, const Baseline& key) {
  return folder / key.device /
         (key.workload + "." + key.preset + "." + std::string(to_string(key.kind)) + ".json");
}

std::optional<Baseline> read_baseline(const std::filesystem::path& file, const BaselineUse& use) {
  if (!is_there(file)) return std::nullopt;
  Baseline baseline = parse_baseline(read_file(file), file.string());
  try {
    check_use(baseline, use);
  } catch (const Error& error) {
    refuse(file.string(), error.what());
  }
  return baseline;
}

Baseline parse_baseline(const std::string& text, const std::string& name) {
  try {
    Baseline baseline = from_json(parse_strictly(text));
    check_content(baseline);
    return baseline;
  } catch (const BaselineJson::exception& error) {
    refuse(name, std::string("a field is missing or has the wrong type (") + error.what() + ")");
  } catch (const Error& error) {
    refuse(name, error.what());
  }
}

std::string to_text(const Baseline& baseline) {
  return "{\n\"schema\": " + std::to_string(kSchema) +
         ",\n\"workload\": " + BaselineJson(baseline.workload).dump() +
         ",\n\"preset\": " + BaselineJson(baseline.preset).dump() +
         ",\n\"kind\": " + BaselineJson(to_string(baseline.kind)).dump() +
         ",\n\"device\": " + BaselineJson(baseline.device).dump() +
         ",\n\"sessions\": " + session_lines(baseline.sessions) +
         ",\n\"values\": " + value_lines(baseline.values) +
         (baseline.parts.empty() ? "" : ",\n\"parts\": " + parts_lines(baseline.parts)) + "\n}\n";
}

void write_baseline(const std::filesystem::path& file, const Baseline& baseline) {
  make_folder(file.parent_path());
  write_file(file, to_text(baseline));
}

}  // namespace ncu_regions
