#include "harness/render/run_record.h"

#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/utf8.h"
#include "harness/render/json_file.h"

namespace ncu_regions {
namespace {

constexpr int kSchema = 1;

Json capture_json(const CaptureRecord& capture) {
  Json argv = Json::array();
  for (const std::string& arg : capture.argv) argv.push_back(valid_utf8(arg));
  return {{"id", capture.id},
          {"pass", capture.pass},
          {"argv", argv},
          {"exit_code", capture.exit_code},
          {"seconds", capture.seconds}};
}

CaptureRecord capture_from(const Json& json) {
  CaptureRecord capture;
  json.at("id").get_to(capture.id);
  json.at("pass").get_to(capture.pass);
  json.at("argv").get_to(capture.argv);
  json.at("exit_code").get_to(capture.exit_code);
  json.at("seconds").get_to(capture.seconds);
  return capture;
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
  const Json json = {{"schema", kSchema},
                     {"workload", record.workload},
                     {"folder", record.folder},
                     {"tool", record.tool},
                     {"version", record.version},
                     {"date", record.date},
                     {"settings", settings_json(record)},
                     {"metrics", record.metrics},
                     {"fingerprint", record.fingerprint},
                     {"captures", captures},
                     {"notes", record.notes}};
  write_file(file, json.dump(2) + "\n");
}

RunRecord read_run_record(const std::filesystem::path& file) {
  const Json json = read_json_file(file, kSchema, "a run record");
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
    json.at("fingerprint").get_to(record.fingerprint);
    for (const Json& capture : json.at("captures"))
      record.captures.push_back(capture_from(capture));
    json.at("notes").get_to(record.notes);
    return record;
  });
}

}  // namespace ncu_regions
