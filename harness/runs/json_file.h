// Runs: reading our own JSON files back, strictly.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/core/error.h"

namespace ncu_regions {

using Json = nlohmann::ordered_json;

// The text of a file that is called `file`. Throws Error(kMeasurement): not JSON, another schema.
// `what` is "a run record".
Json parse_json_file(const std::string& text, const std::filesystem::path& file, int schema,
                     const std::string& what);

// Runs `read` and turns a missing field or a wrong type into Error(kMeasurement) with the file.
template <typename Read>
auto from_json_file(const std::filesystem::path& file, Read read) {
  try {
    return read();
  } catch (const Json::exception& error) {
    throw Error(
        ErrorKind::kMeasurement,
        file.string() + ": a field is missing or has the wrong type (" + error.what() + ")");
  }
}

}  // namespace ncu_regions
