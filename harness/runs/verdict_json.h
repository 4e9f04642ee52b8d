// Runs: one verdict as JSON, and back. Private to this room.
#pragma once

#include "harness/compare/outcome.h"
#include "harness/runs/json_file.h"

namespace ncu_regions {

Json verdict_json(const Outcome& outcome, const Verdict& verdict);

// Throws Json::exception for a wrong type, Error(kMeasurement) for an unknown word.
Verdict verdict_from(const Json& json);

template <typename Value>
Value known_word(std::optional<Value> value, const Json& text) {
  if (!value) throw Error(ErrorKind::kMeasurement, "unknown word " + text.dump());
  return *value;
}

std::optional<Mode> mode_from(std::string_view text);

}  // namespace ncu_regions
