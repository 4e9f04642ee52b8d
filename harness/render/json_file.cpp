#include "harness/render/json_file.h"

#include "harness/core/files.h"

namespace ncu_regions {

Json read_json_file(const std::filesystem::path& file, int schema, const std::string& what) {
  Json json = Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
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
