// Runs: what changed about the rules, as JSON, and back. Private to this room.
#pragma once

#include <optional>

#include "harness/compare/rule_changes.h"
#include "harness/runs/json_file.h"

namespace ncu_regions {

Json review_json(const std::optional<RuleReview>& review);

// Throws Json::exception for a wrong type, Error(kMeasurement) for an unknown word.
std::optional<RuleReview> review_from(const Json& json);

}  // namespace ncu_regions
