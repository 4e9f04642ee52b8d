#include "harness/runs/review_json.h"

#include "harness/runs/review_fields.h"

namespace ncu_regions {

Json review_json(const std::optional<RuleReview>& review) { return stored_json(review); }

std::optional<RuleReview> review_from(const Json& json) {
  return stored_from<std::optional<RuleReview>>(json);
}

}  // namespace ncu_regions
