#include "harness/config/keys.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "harness/config/refuse.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

Key text(std::string name) { return {std::move(name), KeyType::kText, {}, false}; }
Key list(std::string name) { return {std::move(name), KeyType::kList, {}, false}; }
Key choice(std::string name, std::vector<std::string> choices) {
  return {std::move(name), KeyType::kChoice, std::move(choices), false};
}
Key number(std::string name, KeyType type) { return {std::move(name), type, {}, false}; }

std::vector<Key> ncu_keys() {
  return {
      text("ncu_cli.program"),
      choice("ncu_cli.replay_mode", {"kernel", "range", "app-range", "application"}),
      text("ncu_cli.set"),
      list("ncu_cli.sections"),
      list("ncu_cli.metrics"),
      list("ncu_cli.nvtx.include"),
      choice("ncu_cli.nvtx.push_pop_scope", {"thread", "process"}),
      text("ncu_cli.kernel_name"),
      choice("ncu_cli.kernel_name_base", {"any", "function", "demangled", "mangled"}),
      list("ncu_cli.kernel_include"),
      list("ncu_cli.kernel_exclude"),
      number("ncu_cli.launch_skip", KeyType::kCount),
      number("ncu_cli.launch_count", KeyType::kMaybeWhole),
      choice("ncu_cli.graph_profiling", {"node", "graph"}),
      list("ncu_cli.range_replay_options"),
      choice("ncu_cli.app_replay_match", {"name", "grid", "all"}),
      choice("ncu_cli.app_replay_mode", {"strict", "balanced", "relaxed"}),
      choice("ncu_cli.target_processes", {"all", "application-only"}),
      list("ncu_cli.target_processes_filter"),
      choice("ncu_cli.clock_control", {"base", "none", "boost", "force-boost"}),
      choice("ncu_cli.cache_control", {"all", "none"}),
      choice("ncu_cli.apply_rules", {"true", "false"}),
      list("ncu_cli.extra_args"),
  };
}

std::vector<Key> other_keys() {
  return {
      choice("profiler", {"auto", "ncu", "host"}),
      number("timeout_s", KeyType::kSeconds),
      list("metrics"),
      choice("aggregate", {"true", "false"}),
      number("top_kernels", KeyType::kWhole),
      text("device"),
      number("captures", KeyType::kWhole),
      number("captures_max", KeyType::kMaybeWhole),
      number("confirm_s", KeyType::kWait),
      number("family", KeyType::kMaybeWhole),
      list("fail_on"),
      text("budget_table"),
      list("limits"),
      choice("census", {"true", "false"}),
      number("census_launches_max", KeyType::kWhole),
      number("census_timeout_s", KeyType::kSeconds),
      choice("fallback", {"none", "app-range"}),
      number("retry_wait_s", KeyType::kWait),
      list("launcher"),
      choice("launcher_position", {"inside", "outside"}),
      text("launcher_rank_variable"),
      text("host.glibc_tunables"),
      list("host.environment"),
      number("host.boundaries_max", KeyType::kWhole),
      choice("host.count_method", {"auto", "status", "full-status", "dump"}),
      {"workload.name", KeyType::kText, {}, true},
      {"workload.command", KeyType::kList, {}, true},
      {"workload.working_directory", KeyType::kText, {}, true},
      {"workload.regions", KeyType::kList, {}, true},
      {"workload.architecture", KeyType::kParameters, {}, false},
      {"workload.inference", KeyType::kParameters, {}, false},
  };
}

// "workload.inference.batch" belongs to "workload.inference".
bool is_parameter_of(const Key& key, const std::string& name) {
  return key.type == KeyType::kParameters && name.starts_with(key.name + ".") &&
         name.find('.', key.name.size() + 1) == std::string::npos;
}

// Becomes an option of the program.
bool is_plain(const std::string& name) {
  const auto is_plain_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && std::ranges::all_of(name, is_plain_character);
}

bool is_whole(const std::string& text, std::uint64_t least) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= least;
}

bool is_seconds(const std::string& text, bool zero_allowed) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(seconds) &&
         (zero_allowed ? seconds >= 0 : seconds > 0);
}

// What was expected; "" when the value is right.
std::string complaint(const Key& key, const std::string& value) {
  switch (key.type) {
    case KeyType::kWhole:
      return is_whole(value, 1) ? "" : "a whole number above 0";
    case KeyType::kCount:
      return is_whole(value, 0) ? "" : "a whole number";
    case KeyType::kMaybeWhole:
      return value.empty() || is_whole(value, 1) ? "" : "a whole number above 0, or nothing";
    case KeyType::kSeconds:
      return is_seconds(value, false) ? "" : "a number of seconds above 0";
    case KeyType::kWait:
      return is_seconds(value, true) ? "" : "a number of seconds, 0 or more";
    default:
      return "";
  }
}

}  // namespace

const std::vector<Key>& keys() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> all = other_keys();
    const std::vector<Key> ncu = ncu_keys();
    all.insert(all.end(), ncu.begin(), ncu.end());
    return all;
  }();
  return kKeys;
}

const Key& known_key(const std::string& name, const std::string& origin) {
  static const Key kParameter = text("parameter");
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    if (key.name == name && key.type != KeyType::kParameters) return key;
    if (is_parameter_of(key, name)) {
      if (is_plain(name.substr(key.name.size() + 1))) return kParameter;
      refuse(origin, "'" + name + "': the name of a parameter holds letters, digits and _ only");
    }
    names.push_back(key.name);
  }
  if (name == "budgets" || name == "waivers" || name == "kernels_of") {
    refuse(origin, "'" + name + "' is a list of entries: write it in a file (CONFIG, --config)");
  }
  const auto is_below = [&](const std::string& key) { return key.starts_with(name + "."); };
  if (std::ranges::any_of(names, is_below)) {
    refuse(origin, "'" + name + "' is a group of keys: name one of them");
  }
  refuse(origin, "unknown key '" + name + "'" + suggestion(name, names) +
                     "; conf/defaults.yaml lists all keys");
}

std::vector<std::string> names_below(const std::string& prefix) {
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    if (!key.name.starts_with(prefix)) continue;
    const std::string rest = key.name.substr(prefix.size());
    const std::string name = rest.substr(0, rest.find('.'));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (prefix.empty()) names.insert(names.end(), {"budgets", "waivers", "kernels_of"});
  return names;
}

void require_value(const Key& key, const std::string& value, const std::string& origin) {
  if (key.type == KeyType::kChoice && std::ranges::find(key.choices, value) == key.choices.end()) {
    refuse(origin, "'" + key.name + "' cannot be '" + value + "'" + suggestion(value, key.choices) +
                       "; expected one of " + join(key.choices, ", "));
  }
  const std::string expected = complaint(key, value);
  if (!expected.empty()) {
    refuse(origin, "'" + key.name + ": " + value + "'; expected " + expected);
  }
}

}  // namespace ncu_regions
