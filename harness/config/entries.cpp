#include "harness/config/entries.h"

#include "harness/config/refuse.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

const std::vector<std::string> kBudgetKeys = {"metric",    "region", "allow", "gate",
                                              "direction", "max",    "min"};
const std::vector<std::string> kWaiverKeys = {"metric", "region", "reason",
                                              "author", "until",  "issue"};

template <typename Value>
Value choice(std::optional<Value> value, const std::string& where, const std::string& key,
             const std::string& text, const std::string& expected) {
  if (!value) refuse(where, "'" + key + ": " + text + "'; expected " + expected);
  return *value;
}

void read_limits(BudgetRule& rule, const YamlFile& file, const YAML::Node& node) {
  if (const auto max = node["max"]) {
    rule.max = parse_quantity(scalar(file, max, "max"), where(file, max));
  }
  if (const auto min = node["min"]) {
    rule.min = parse_quantity(scalar(file, min, "min"), where(file, min));
  }
}

// The text of a key that an entry must have.
std::string required(const YamlFile& file, const YAML::Node& node, const char* key,
                     const std::string& what) {
  if (!node[key]) refuse(where(file, node), what + " needs '" + key + "'");
  std::string text = scalar(file, node[key], key);
  if (trim(text).empty()) refuse(where(file, node[key]), "'" + std::string(key) + "' is empty");
  return text;
}

std::string text_or(const YamlFile& file, const YAML::Node& node, const char* key,
                    const char* otherwise) {
  return node[key] ? scalar(file, node[key], key) : otherwise;
}

}  // namespace

BudgetRule budget_entry(const YamlFile& file, const YAML::Node& node) {
  if (node.IsScalar()) return parse_budget(node.Scalar(), where(file, node));
  check_keys(file, node, kBudgetKeys, "a budget");
  BudgetRule rule;
  rule.origin = where(file, node);
  rule.metric = required(file, node, "metric", "a budget");
  rule.region = text_or(file, node, "region", "*");
  if (const auto allow = node["allow"]) {
    rule.allow = parse_allowance(scalar(file, allow, "allow"), where(file, allow));
  }
  if (const auto gate = node["gate"]) {
    const std::string text = scalar(file, gate, "gate");
    rule.gate = choice(gate_from(text), where(file, gate), "gate", text, "fail, warn or info");
  }
  if (const auto direction = node["direction"]) {
    const std::string text = scalar(file, direction, "direction");
    rule.direction =
        choice(direction_from(text), where(file, direction), "direction", text, "up, down or both");
  }
  read_limits(rule, file, node);
  return rule;
}

Waiver waiver_entry(const YamlFile& file, const YAML::Node& node) {
  check_keys(file, node, kWaiverKeys, "a waiver");
  Waiver waiver;
  waiver.origin = where(file, node);
  waiver.metric = text_or(file, node, "metric", "*");
  waiver.region = required(file, node, "region", "a waiver");
  waiver.reason = required(file, node, "reason", "a waiver");
  waiver.author = required(file, node, "author", "a waiver");
  waiver.until = required(file, node, "until", "a waiver");
  waiver.issue = text_or(file, node, "issue", "");
  if (!is_date(waiver.until)) {
    refuse(where(file, node["until"]),
           "'until: " + waiver.until + "'; expected the last day, as in 2027-01-31");
  }
  return waiver;
}

KernelOverride kernels_entry(const YamlFile& file, const YAML::Node& node) {
  static const std::vector<std::string> kKeys = {"region", "include", "exclude"};
  check_keys(file, node, kKeys, "an entry of 'kernels_of'");
  KernelOverride entry;
  entry.origin = where(file, node);
  if (!node["region"]) refuse(entry.origin, "an entry of 'kernels_of' needs 'region'");
  entry.region = scalar(file, node["region"], "region");
  if (const auto list = node["include"]) entry.kernels.include = scalars(file, list, "include");
  if (const auto list = node["exclude"]) entry.kernels.exclude = scalars(file, list, "exclude");
  return entry;
}

}  // namespace ncu_regions
