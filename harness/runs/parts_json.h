// Runs: the parts of regions as JSON, and what all readers of the file share. Private to this
// room.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/core/error.h"
#include "harness/regions/region_parts.h"

namespace ncu_regions {

using BaselineJson = nlohmann::ordered_json;

// What is wrong inside a file; the file's name is added where it is known.
[[noreturn]] inline void bad(const std::string& why) { throw Error(ErrorKind::kBaseline, why); }

// Exactly these keys, so that nothing is overlooked.
void require_keys(const BaselineJson& json, const std::set<std::string>& keys,
                  const std::set<std::string>& optional, const std::string& what);

// A whole number, 0 or more. Others would be cut or wrapped around.
std::uint64_t count_from(const BaselineJson& json, const std::string& what);

// The items of a list after the text that it begins with.
std::vector<BaselineJson> items_of(const BaselineJson& list, const std::string& what);

// Integers as integers: counts below 2^53 are exact in a double, and a diff of "123" reads better
// than one of "123.0".
BaselineJson json_number(const std::optional<double>& value);

// A block per region, a line per kernel.
std::string parts_lines(std::vector<RegionParts> parts);
RegionParts parts_from(const BaselineJson& block);

}  // namespace ncu_regions
