#include "harness/runs/run_record.h"

#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/runs/gpu_json.h"
#include "harness/runs/json_file.h"
#include "harness/runs/run_fields.h"

namespace ncu_regions {
namespace {

constexpr int kRunSchema = 4;

Json gpus_json(const std::vector<GpuState>& gpus) {
  Json list = Json::array();
  for (const GpuState& gpu : gpus) list.push_back(gpu_json(gpu));
  return list;
}

GpuState gpu_from(const Json& json) {
  GpuState gpu;
  json.at("index").get_to(gpu.index);
  json.at("uuid").get_to(gpu.uuid);
  json.at("name").get_to(gpu.name);
  json.at("driver").get_to(gpu.driver);
  json.at("temperature_c").get_to(gpu.temperature_c);
  json.at("sm_clock_mhz").get_to(gpu.sm_clock_mhz);
  json.at("memory_clock_mhz").get_to(gpu.memory_clock_mhz);
  json.at("power_limit_w").get_to(gpu.power_limit_w);
  json.at("persistence").get_to(gpu.persistence);
  json.at("mig").get_to(gpu.mig);
  json.at("throttle_reasons").get_to(gpu.throttle_reasons);
  for (const Json& process : json.at("processes")) {
    gpu.processes.push_back({process.at("pid"), process.at("name"), gpu.uuid});
  }
  return gpu;
}

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

Json capture_json(const CaptureRecord& capture) {
  Json argv = Json::array();
  for (const std::string& arg : capture.argv) argv.push_back(valid_utf8(arg));
  Json files = Json::array();
  for (const CaptureFile& file : capture.files) {
    files.push_back({{"name", valid_utf8(file.name)}, {"path", valid_utf8(file.path.string())}});
  }
  return {{"id", capture.id},
          {"pass", capture.pass},
          {"argv", argv},
          {"exit_code", capture.exit_code},
          {"seconds", capture.seconds},
          {"began_s", capture.began_s},
          {"files", files},
          {"sample", capture.sample},
          {"side", to_string(capture.side)},
          {"level", capture.level},
          {"regions", capture.regions},
          {"gpus_before", gpus_json(capture.gpus_before)},
          {"gpus_after", gpus_json(capture.gpus_after)}};
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

CaptureRecord capture_from(const Json& json, const std::filesystem::path& record) {
  CaptureRecord capture;
  json.at("id").get_to(capture.id);
  require_file_name(capture.id, "the capture id", record);
  json.at("pass").get_to(capture.pass);
  json.at("argv").get_to(capture.argv);
  json.at("exit_code").get_to(capture.exit_code);
  json.at("seconds").get_to(capture.seconds);
  capture.began_s = json.value("began_s", 0.0);
  for (const Json& file : json.at("files")) {
    capture.files.push_back({file.at("name"), file.at("path").get<std::string>()});
    // A report of files that were not copied names them where the user has them.
    const std::filesystem::path& path = capture.files.back().path;
    const bool is_of_user = capture.pass == "files" && path.is_absolute();
    if (!is_of_user) require_file_name(path.string(), "the file of a capture", record);
  }
  json.at("sample").get_to(capture.sample);
  read_stored(json.at("side"), capture.side);
  json.at("level").get_to(capture.level);
  json.at("regions").get_to(capture.regions);
  for (const Json& gpu : json.at("gpus_before")) capture.gpus_before.push_back(gpu_from(gpu));
  for (const Json& gpu : json.at("gpus_after")) capture.gpus_after.push_back(gpu_from(gpu));
  return capture;
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
  Json captures = Json::array();
  for (const CaptureRecord& capture : record.captures) captures.push_back(capture_json(capture));
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
                     {"captures", captures},
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
    for (const Json& capture : json.at("captures")) {
      record.captures.push_back(capture_from(capture, file));
    }
    read_stored(json.at("samples"), record.samples);
    read_request(record, json.at("request"));
    json.at("notes").get_to(record.notes);
    return record;
  });
}

}  // namespace ncu_regions
