#include "harness/runs/run_record.h"

#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/runs/json_file.h"
#include "harness/runs/run_fields.h"

namespace ncu_regions {
namespace {

constexpr int kRunSchema = 4;

// How to measure it again; null for files that somebody had.
Json request_json(const RunRecord& record) {
  if (record.workload_json.empty()) return nullptr;
  return {{"head", Json::parse(record.workload_json)},
          {"base", record.base_json.empty() ? Json(nullptr) : Json::parse(record.base_json)},
          {"overrides", record.overrides}};
}

void read_request(RunRecord& record, const Json& json) {
  if (json.is_null()) return;
  record.workload_json = json.at("head").dump();
  if (!json.at("base").is_null()) record.base_json = json.at("base").dump();
  json.at("overrides").get_to(record.overrides);
}

// Becomes part of a path below the run folder, and run folders are sent from machine to machine.
void require_file_name(const std::string& name, const char* what,
                       const std::filesystem::path& file) {
  const bool leads_away = name.empty() || name == "." || name == ".." ||
                          name.find_first_of(std::string_view("/\0", 2)) != std::string::npos;
  if (!leads_away) return;
  throw Error(ErrorKind::kMeasurement, file.string() + ": " + what + " '" + printable(name) +
                                           "' leads out of the run folder; expected the name of a "
                                           "file in it. Measure again");
}

void require_own_files(const CaptureRecord& capture, const std::filesystem::path& record) {
  require_file_name(capture.id, "the capture id", record);
  for (const CaptureFile& file : capture.files) {
    // A report of files that were not copied names them where the user has them.
    const bool is_of_user = capture.pass == "files" && file.path.is_absolute();
    if (!is_of_user) require_file_name(file.path.string(), "the file of a capture", record);
  }
}

Json shown_json(const ShownSettings& shown) {
  Json by_region = Json::array();
  for (const KernelOverride& entry : shown.kernels.by_region) {
    by_region.push_back({{"region", entry.region},
                         {"include", entry.kernels.include},
                         {"exclude", entry.kernels.exclude},
                         {"origin", entry.origin}});
  }
  return {{"sections", shown.sections},
          {"metrics", shown.metrics},
          {"kernel_name_base", shown.kernels.name_base},
          {"kernel_include", shown.kernels.general.include},
          {"kernel_exclude", shown.kernels.general.exclude},
          {"kernels_of", by_region},
          {"aggregate", shown.aggregate},
          {"top_kernels", shown.top_kernels}};
}

ShownSettings shown_from(const Json& json) {
  ShownSettings shown;
  json.at("sections").get_to(shown.sections);
  json.at("metrics").get_to(shown.metrics);
  json.at("kernel_name_base").get_to(shown.kernels.name_base);
  json.at("kernel_include").get_to(shown.kernels.general.include);
  json.at("kernel_exclude").get_to(shown.kernels.general.exclude);
  for (const Json& entry : json.at("kernels_of")) {
    shown.kernels.by_region.push_back(
        {entry.at("region"), {entry.at("include"), entry.at("exclude")}, entry.at("origin")});
  }
  json.at("aggregate").get_to(shown.aggregate);
  json.at("top_kernels").get_to(shown.top_kernels);
  return shown;
}

Json settings_json(const RunRecord& record) {
  Json settings = Json::object();
  for (const auto& [key, value] : record.settings) {
    settings[key] = {{"value", value}, {"origin", record.origins.at(key)}};
  }
  return settings;
}

}  // namespace

void write_run_record(const std::filesystem::path& file, const RunRecord& record) {
  const Json json = {{"schema", kRunSchema},
                     {"workload", record.workload},
                     {"folder", record.folder},
                     {"tool", record.tool},
                     {"version", record.version},
                     {"date", record.date},
                     {"settings", settings_json(record)},
                     {"metrics", record.metrics},
                     {"metric_names", record.metric_names},
                     {"shown", shown_json(record.shown)},
                     {"declared", record.declared},
                     {"fingerprint", record.fingerprint},
                     {"plan", stored_json(record.plan)},
                     {"captures", stored_json(record.captures)},
                     {"samples", stored_json(record.samples)},
                     {"request", request_json(record)},
                     {"notes", record.notes}};
  write_file(file, json.dump(2) + "\n");
}

RunRecord read_run_record(const std::filesystem::path& file) {
  return parse_run_record(read_file(file), file);
}

RunRecord parse_run_record(const std::string& text, const std::filesystem::path& file) {
  const Json json = parse_json_file(text, file, kRunSchema, "a run record");
  RunRecord record;
  return from_json_file(file, [&] {
    json.at("workload").get_to(record.workload);
    json.at("folder").get_to(record.folder);
    json.at("tool").get_to(record.tool);
    json.at("version").get_to(record.version);
    json.at("date").get_to(record.date);
    for (const auto& [key, setting] : json.at("settings").items()) {
      record.settings[key] = setting.at("value").get<std::string>();
      record.origins[key] = setting.at("origin").get<std::string>();
    }
    json.at("metrics").get_to(record.metrics);
    record.metric_names = json.value("metric_names", record.metric_names);
    record.shown = shown_from(json.at("shown"));
    json.at("declared").get_to(record.declared);
    json.at("fingerprint").get_to(record.fingerprint);
    read_stored(json.at("plan"), record.plan);
    read_stored(json.at("captures"), record.captures);
    for (const CaptureRecord& capture : record.captures) require_own_files(capture, file);
    read_stored(json.at("samples"), record.samples);
    read_request(record, json.at("request"));
    json.at("notes").get_to(record.notes);
    return record;
  });
}

}  // namespace ncu_regions
