#include "harness/config/layers.h"

#include <algorithm>
#include <span>

#include "harness/config/yaml.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

struct Key {
  std::string name;
  bool is_list = false;
  std::vector<std::string> choices;  // empty: anything
};

// Every key that a settings file may have (besides `budgets`); conf/defaults.yaml documents them.
const std::vector<Key>& keys() {
  static const std::vector<Key> kKeys = {
      {"profiler", false, {"auto", "ncu", "host"}},
      {"timeout_s", false, {}},
      {"metrics", true, {}},
      {"host.glibc_tunables", false, {}},
      {"host.environment", true, {}},
      {"host.boundaries_max", false, {}},
      {"host.count_method", false, {"auto", "status", "full-status", "dump"}},
      {"workload.name", false, {}},
      {"workload.command", true, {}},
      {"workload.working_directory", false, {}},
      {"workload.regions", true, {}},
  };
  return kKeys;
}

const std::vector<std::string> kBudgetKeys = {"metric", "region", "allow", "gate", "direction"};

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw Error(ErrorKind::kUsage, where + ": " + why);
}

const Key& known_key(const std::string& name, const std::string& origin) {
  const auto found = std::ranges::find(keys(), name, &Key::name);
  if (found != keys().end()) return *found;
  std::vector<std::string> names;
  for (const Key& key : keys()) names.push_back(key.name);
  refuse(origin, "unknown key '" + name + "'" + suggestion(name, names) +
                     "; conf/defaults.yaml lists all keys");
}

// The names directly below `prefix` ("" or "host."), for the check of one YAML map.
std::vector<std::string> names_below(const std::string& prefix) {
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    if (!key.name.starts_with(prefix)) continue;
    const std::string rest = key.name.substr(prefix.size());
    const std::string name = rest.substr(0, rest.find('.'));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (prefix.empty()) names.emplace_back("budgets");
  return names;
}

template <typename Value>
Value choice(std::optional<Value> value, const std::string& where, const std::string& key,
             const std::string& text, const std::string& expected) {
  if (!value) refuse(where, "'" + key + ": " + text + "'; expected " + expected);
  return *value;
}

BudgetRule budget_rule(const YamlFile& file, const YAML::Node& node) {
  check_keys(file, node, kBudgetKeys, "a budget");
  BudgetRule rule;
  rule.origin = where(file, node);
  if (!node["metric"]) refuse(rule.origin, "a budget needs 'metric'");
  rule.metric = scalar(file, node["metric"], "metric");
  rule.region = node["region"] ? scalar(file, node["region"], "region") : "*";
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
  return rule;
}

struct Reading {
  const YamlFile& file;
  std::vector<std::pair<std::string, LayeredValue>> values;
  std::vector<BudgetRule> budgets;

  void map(const YAML::Node& node, const std::string& prefix) {
    check_keys(file, node, names_below(prefix), prefix.empty() ? "settings" : "'" + prefix + "'");
    for (const auto& entry : node) {
      const std::string key = prefix + entry.first.Scalar();
      if (key == "budgets") {
        rules(entry.second);
      } else if (entry.second.IsMap()) {
        map(entry.second, key + ".");
      } else {
        value(key, entry.second);
      }
    }
  }

  void rules(const YAML::Node& node) {
    if (!node.IsSequence()) refuse(where(file, node), "'budgets' must be a list of entries");
    for (const YAML::Node& item : node) budgets.push_back(budget_rule(file, item));
  }

  void value(const std::string& key, const YAML::Node& node) {
    const bool is_list = known_key(key, where(file, node)).is_list;
    values.emplace_back(
        key, LayeredValue{is_list ? scalars(file, node, key) : std::vector{scalar(file, node, key)},
                          is_list, where(file, node)});
  }
};

MetricInfo metric_info(const YamlFile& file, const YAML::Node& node) {
  static const std::vector<std::string> kKeys = {"pattern",       "unit",   "better", "roll_up",
                                                 "deterministic", "family", "allow",  "gate"};
  check_keys(file, node, kKeys, "a metric");
  const auto text = [&](const char* key) {
    if (!node[key]) refuse(where(file, node), std::string("a metric needs '") + key + "'");
    return scalar(file, node[key], key);
  };
  const auto one_of = [&](const char* key, std::initializer_list<const char*> choices) {
    std::string value = text(key);
    if (std::ranges::find(choices, value) == choices.end()) {
      refuse(where(file, node[key]), std::string("unknown value '") + value + "' for " + key);
    }
    return value;
  };
  MetricInfo info;
  info.pattern = text("pattern");
  info.unit = text("unit");
  one_of("roll_up", {"sum"});
  const std::string better = one_of("better", {"lower", "higher", "neither"});
  info.worse = better == "lower"    ? Direction::kUp
               : better == "higher" ? Direction::kDown
                                    : Direction::kBoth;
  info.deterministic = one_of("deterministic", {"true", "false"}) == "true";
  info.family = one_of("family", {"structure", "host_count", "host_cache", "host_time"});
  info.allow = parse_allowance(text("allow"), where(file, node));
  info.gate = choice(gate_from(text("gate")), where(file, node), "gate", text("gate"),
                     "fail, warn or info");
  return info;
}

}  // namespace

void Layers::add_file(const std::filesystem::path& path) {
  const YamlFile file = load_yaml(path);
  if (file.root.IsNull()) return;
  Reading reading{file, {}, {}};
  reading.map(file.root, "");
  for (auto& [key, value] : reading.values) set(key, std::move(value));
  budgets_.insert(budgets_.end(), reading.budgets.begin(), reading.budgets.end());
}

void Layers::add_override(const std::string& text, const std::string& origin) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    refuse(origin, "'" + text + "' is no override; expected key=value");
  }
  const std::string name = text.substr(0, equals);
  const Key& key = known_key(name, origin);
  LayeredValue value{{text.substr(equals + 1)}, key.is_list, origin};
  if (key.is_list) {
    const std::string given = value.items.front();
    std::string_view list = trim(given);
    if (!list.starts_with('[') || !list.ends_with(']')) {
      refuse(origin, "'" + name + "' is a list; expected " + name + "=[a,b]");
    }
    list = list.substr(1, list.size() - 2);
    value.items.clear();
    if (!trim(list).empty()) {
      for (const std::string& item : split(list, ',')) value.items.emplace_back(trim(item));
    }
  }
  set(name, std::move(value));
}

void Layers::set(const std::string& key, LayeredValue value) {
  const Key& known = known_key(key, value.origin);
  for (const std::string& item : value.items) {
    if (known.choices.empty() || std::ranges::find(known.choices, item) != known.choices.end()) {
      continue;
    }
    refuse(value.origin, "'" + key + "' cannot be '" + item + "'" +
                             suggestion(item, known.choices) + "; expected one of " +
                             join(known.choices, ", "));
  }
  values_[key] = std::move(value);
}

MetricTable load_metric_table(const std::filesystem::path& path) {
  const YamlFile file = load_yaml(path);
  if (!file.root.IsSequence()) refuse(file.name, "must be a list of metrics");
  std::vector<MetricInfo> metrics;
  for (const YAML::Node& node : file.root) metrics.push_back(metric_info(file, node));
  return MetricTable(std::move(metrics));
}

}  // namespace ncu_regions
