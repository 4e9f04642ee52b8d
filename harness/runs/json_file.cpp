#include "harness/runs/json_file.h"

namespace ncu_regions {

Json parse_json_file(const std::string& text, const std::filesystem::path& file, int schema,
                     const std::string& what) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("schema")) {
    throw Error(ErrorKind::kMeasurement, file.string() + ": is not " + what);
  }
  if (json.at("schema") != schema) {
    throw Error(ErrorKind::kMeasurement,
                file.string() + ": has schema " + json.at("schema").dump() + ", expected " +
                    std::to_string(schema) + "; it was written by another version");
  }
  return json;
}

}  // namespace ncu_regions
