#include "harness/runs/explain_file.h"

#include "harness/core/files.h"
#include "harness/runs/json_file.h"
#include "harness/runs/verdict_json.h"

namespace ncu_regions {
namespace {

constexpr int kExplainSchema = 1;

Json reading_json(const std::vector<Phrase>& reading) {
  Json list = Json::array();
  for (const Phrase& phrase : reading) {
    list.push_back({{phrase.is_name ? "name" : "text", phrase.text}});
  }
  return list;
}

Json kernel_json(const KernelShare& kernel) {
  return {{"kernel", kernel.kernel},
          {"change", to_string(kernel.change)},
          {"launches_before", kernel.launches_before},
          {"launches_now", kernel.launches_now},
          {"before", kernel.before},
          {"now", kernel.now},
          {"contribution", kernel.contribution()}};
}

Json share_json(const MetricShare& share) {
  Json kernels = Json::array();
  for (const KernelShare& kernel : share.kernels) kernels.push_back(kernel_json(kernel));
  return {
      {"metric", share.metric}, {"of", share.of},     {"unit", share.unit},
      {"before", share.before}, {"now", share.now},   {"change", share.change()},
      {"kernels", kernels},     {"rest", share.rest}, {"rest_is_outside", share.is_rest_outside}};
}

Json explanation_json(const Explanation& explanation) {
  Json json = {{"region", written_form(explanation.region)},
               {"reading", reading_json(explanation.reading)},
               {"shares", Json::array()},
               {"children", Json::array()},
               {"counters", Json::array()},
               {"rules", Json::array()}};
  for (const MetricShare& share : explanation.shares) json["shares"].push_back(share_json(share));
  for (const ChildShare& child : explanation.children) {
    json["children"].push_back({{"region", written_form(child.region)},
                                {"metric", child.metric},
                                {"before", child.before},
                                {"now", child.now}});
  }
  for (const CounterMove& move : explanation.counters) {
    json["counters"].push_back(
        {{"metric", move.metric}, {"unit", move.unit}, {"before", move.before}, {"now", move.now}});
  }
  for (const RulePart& rule : explanation.rules) {
    json["rules"].push_back(
        {{"kernel", rule.kernel},
         {"rule", rule.rule},
         {"title", rule.title},
         {"speedup_percent", rule.speedup_percent ? Json(*rule.speedup_percent) : Json(nullptr)}});
  }
  return json;
}

KernelShare kernel_from(const Json& json) {
  const Json& change = json.at("change");
  return {
      json.at("kernel"),          known_word(kernel_change_from(change.get<std::string>()), change),
      json.at("launches_before"), json.at("launches_now"),
      json.at("before"),          json.at("now")};
}

MetricShare share_from(const Json& json) {
  MetricShare share{json.at("metric"), json.at("of"),
                    json.at("unit"),   json.at("before"),
                    json.at("now"),    {},
                    json.at("rest"),   json.at("rest_is_outside")};
  for (const Json& kernel : json.at("kernels")) share.kernels.push_back(kernel_from(kernel));
  return share;
}

Phrase phrase_from(const Json& json) {
  if (json.contains("name")) return {json.at("name"), true};
  return {json.at("text"), false};
}

RulePart rule_part_from(const Json& json) {
  const Json& speedup = json.at("speedup_percent");
  return {json.at("kernel"), json.at("rule"), json.at("title"),
          speedup.is_null() ? std::nullopt : std::optional(speedup.get<double>())};
}

Explanation explanation_from(const Json& json) {
  Explanation explanation;
  explanation.region = parse_written_form(json.at("region").get<std::string>());
  for (const Json& phrase : json.at("reading")) explanation.reading.push_back(phrase_from(phrase));
  for (const Json& share : json.at("shares")) explanation.shares.push_back(share_from(share));
  for (const Json& child : json.at("children")) {
    explanation.children.push_back({parse_written_form(child.at("region").get<std::string>()),
                                    child.at("metric"), child.at("before"), child.at("now")});
  }
  for (const Json& move : json.at("counters")) {
    explanation.counters.push_back(
        {move.at("metric"), move.at("unit"), move.at("before"), move.at("now")});
  }
  for (const Json& rule : json.at("rules")) explanation.rules.push_back(rule_part_from(rule));
  return explanation;
}

}  // namespace

void write_explained(const std::filesystem::path& file, const Explained& explained) {
  Json json = {
      {"schema", kExplainSchema}, {"explanations", Json::array()}, {"sources", Json::array()}};
  for (const Explanation& explanation : explained.explanations) {
    json["explanations"].push_back(explanation_json(explanation));
  }
  for (const auto& [region, source] : explained.sources) {
    json["sources"].push_back(
        {{"region", written_form(region)}, {"file", source.file}, {"line", source.line}});
  }
  write_file(file, json.dump(2) + "\n");
}

Explained read_explained(const std::filesystem::path& file) {
  if (!is_there(file)) return {};
  return parse_explained(read_file(file), file);
}

Explained parse_explained(const std::string& text, const std::filesystem::path& file) {
  const Json json = parse_json_file(text, file, kExplainSchema, "an explanation (explain.json)");
  return from_json_file(file, [&] {
    Explained explained;
    for (const Json& explanation : json.at("explanations")) {
      explained.explanations.push_back(explanation_from(explanation));
    }
    for (const Json& source : json.at("sources")) {
      explained.sources[parse_written_form(source.at("region").get<std::string>())] = {
          source.at("file"), source.at("line")};
    }
    return explained;
  });
}

}  // namespace ncu_regions
