#include "harness/runs/review_json.h"

#include "harness/runs/verdict_json.h"

namespace ncu_regions {
namespace {

VerdictWord word_from(const Json& word) {
  return known_word(verdict_word_from(word.get<std::string>()), word);
}

RuleChange rule_change_from(const Json& json) {
  return {json.at("what"),   json.at("region"), json.at("metric"),
          json.at("before"), json.at("now"),    json.at("loosens")};
}

OtherVerdict other_verdict_from(const Json& json) {
  return {parse_written_form(json.at("region").get<std::string>()), json.at("metric"),
          word_from(json.at("now")), word_from(json.at("before")), json.at("reason")};
}

}  // namespace

Json review_json(const std::optional<RuleReview>& review) {
  if (!review) return nullptr;
  Json json = {{"base", review->base},
               {"changes", Json::array()},
               {"verdicts", Json::array()},
               {"exit_code", static_cast<int>(review->exit_code)},
               {"note", review->note}};
  for (const RuleChange& change : review->changes) {
    json["changes"].push_back({{"what", change.what},
                               {"region", change.region},
                               {"metric", change.metric},
                               {"before", change.before},
                               {"now", change.now},
                               {"loosens", change.loosens}});
  }
  for (const OtherVerdict& verdict : review->verdicts) {
    json["verdicts"].push_back({{"region", written_form(verdict.region)},
                                {"metric", verdict.metric},
                                {"now", to_string(verdict.now)},
                                {"before", to_string(verdict.before)},
                                {"reason", verdict.reason}});
  }
  return json;
}

std::optional<RuleReview> review_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  RuleReview review;
  json.at("base").get_to(review.base);
  json.at("note").get_to(review.note);
  review.exit_code = static_cast<ExitCode>(json.at("exit_code").get<int>());
  for (const Json& change : json.at("changes")) review.changes.push_back(rule_change_from(change));
  for (const Json& verdict : json.at("verdicts")) {
    review.verdicts.push_back(other_verdict_from(verdict));
  }
  return review;
}

}  // namespace ncu_regions
