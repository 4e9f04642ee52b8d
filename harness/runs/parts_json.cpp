#include "harness/runs/parts_json.h"

#include <algorithm>
#include <cmath>

namespace ncu_regions {
namespace {

constexpr char kPartsText[] =
    "what the values were made of when they were accepted, for explanations: one line per kernel";

// One number where all captures agree, else the lowest, the middle and the highest; and in how many
// captures it was measured, where that was not in all of them.
BaselineJson spread_json(const Spread& spread, std::uint64_t captures) {
  const bool is_in_all = spread.captures == captures;
  if (spread.low == spread.high && is_in_all) return json_number(spread.middle);
  BaselineJson list = {json_number(spread.low), json_number(spread.middle),
                       json_number(spread.high)};
  if (!is_in_all) list.push_back(spread.captures);
  return list;
}

double finite_from(const BaselineJson& json) {
  const auto value = json.get<double>();
  if (!std::isfinite(value)) bad("a part is not finite");
  return value;
}

Spread spread_from(const BaselineJson& json, std::uint64_t captures) {
  if (!json.is_array()) return {finite_from(json), finite_from(json), finite_from(json), captures};
  if (json.size() != 3 && json.size() != 4) {
    bad("a part has " + std::to_string(json.size()) + " numbers, not 1, 3 or 4");
  }
  return {finite_from(json[0]), finite_from(json[1]), finite_from(json[2]),
          json.size() == 4 ? count_from(json[3], "the captures of a part") : captures};
}

BaselineJson rules_json(const RuleParts& rules) {
  BaselineJson fired = BaselineJson::array();
  for (const RulePart& rule : rules.fired) {
    fired.push_back({{"kernel", rule.kernel},
                     {"rule", rule.rule},
                     {"title", rule.title},
                     {"speedup", json_number(rule.speedup_percent)}});
  }
  return {{"kernels", rules.kernels}, {"fired", fired}};
}

BaselineJson head_json(const RegionParts& parts) {
  BaselineJson counters = BaselineJson::object();
  for (const auto& [metric, spread] : parts.counters) {
    counters[metric] = spread_json(spread, parts.samples);
  }
  BaselineJson json = {{"captures", parts.samples}, {"counters", counters}};
  if (parts.is_cut) json["cut"] = true;
  if (parts.rules) json["rules"] = rules_json(*parts.rules);
  return json;
}

BaselineJson kernel_part_json(const KernelPart& kernel) {
  BaselineJson json = {{"kernel", kernel.name}, {"launches", kernel.launches}};
  for (const auto& [metric, value] : kernel.values) json["values"][metric] = json_number(value);
  return json;
}

RulePart rule_from(const BaselineJson& json) {
  require_keys(json, {"kernel", "rule", "title", "speedup"}, {}, "a rule");
  RulePart rule{json.at("kernel"), json.at("rule"), json.at("title"), {}};
  if (!json.at("speedup").is_null()) rule.speedup_percent = finite_from(json.at("speedup"));
  return rule;
}

RuleParts rules_from(const BaselineJson& json) {
  require_keys(json, {"kernels", "fired"}, {}, "a list of rules");
  RuleParts rules;
  json.at("kernels").get_to(rules.kernels);
  for (const BaselineJson& rule : json.at("fired")) rules.fired.push_back(rule_from(rule));
  return rules;
}

KernelPart kernel_part_from(const BaselineJson& json) {
  require_keys(json, {"kernel", "launches"}, {"values"}, "a kernel");
  KernelPart kernel{json.at("kernel"), count_from(json.at("launches"), "launches of a kernel")};
  if (!json.contains("values")) return kernel;
  for (const auto& [metric, value] : json.at("values").items()) {
    kernel.values[metric] = finite_from(value);
  }
  return kernel;
}

}  // namespace

void require_keys(const BaselineJson& json, const std::set<std::string>& keys,
                  const std::set<std::string>& optional, const std::string& what) {
  if (!json.is_object()) bad(what + " is no object");
  for (const auto& [key, value] : json.items()) {
    if (!keys.contains(key) && !optional.contains(key))
      bad(what + " has an unknown key '" + key + "'");
  }
  for (const std::string& key : keys) {
    if (!json.contains(key)) bad(what + " has no '" + key + "'");
  }
}

std::uint64_t count_from(const BaselineJson& json, const std::string& what) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  bad(what + " must be a whole number, not " + (json.is_number() ? json.dump() : json.type_name()));
}

std::vector<BaselineJson> items_of(const BaselineJson& list, const std::string& what) {
  if (!list.is_array() || list.empty() || !list.front().is_string()) {
    bad(what + " is no list that begins with a text");
  }
  return {list.begin() + 1, list.end()};
}

BaselineJson json_number(const std::optional<double>& value) {
  constexpr double kExact = 9007199254740992.0;
  if (!value) return nullptr;
  if (std::trunc(*value) == *value && std::abs(*value) < kExact) {
    return static_cast<std::int64_t>(*value);
  }
  return *value;
}

std::string parts_lines(std::vector<RegionParts> parts) {
  std::ranges::sort(parts, {}, [](const RegionParts& p) { return written_form(p.region); });
  std::string text = "[" + BaselineJson(kPartsText).dump();
  for (RegionParts& region : parts) {
    std::ranges::sort(region.kernels, {}, &KernelPart::name);
    text += "\n,[" + BaselineJson(written_form(region.region)).dump();
    text += "\n," + head_json(region).dump();
    for (const KernelPart& kernel : region.kernels) text += "\n," + kernel_part_json(kernel).dump();
    text += "\n]";
  }
  return text + "\n]";
}

RegionParts parts_from(const BaselineJson& block) {
  const std::vector<BaselineJson> items = items_of(block, "the parts of a region");
  if (items.empty()) bad("the parts of a region have no line of counters");
  const BaselineJson& head = items.front();
  require_keys(head, {"captures", "counters"}, {"rules", "cut"}, "a line of counters");
  RegionParts parts;
  parts.region = parse_written_form(block.front().get<std::string>());
  parts.samples = count_from(head.at("captures"), "the captures of a region's parts");
  for (const auto& [metric, spread] : head.at("counters").items()) {
    parts.counters[metric] = spread_from(spread, parts.samples);
  }
  if (head.contains("rules")) parts.rules = rules_from(head.at("rules"));
  if (head.contains("cut")) head.at("cut").get_to(parts.is_cut);
  for (std::size_t i = 1; i < items.size(); ++i)
    parts.kernels.push_back(kernel_part_from(items[i]));
  return parts;
}

}  // namespace ncu_regions
