#include "harness/config/layers.h"

#include <algorithm>
#include <span>

#include "harness/config/entries.h"
#include "harness/config/keys.h"
#include "harness/config/refuse.h"
#include "harness/config/yaml.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

struct Reading {
  const YamlFile& file;
  std::vector<std::pair<std::string, LayeredValue>> values = {};
  std::vector<BudgetRule> budgets = {};
  std::vector<Waiver> waivers = {};
  std::vector<KernelOverride> kernels_of = {};

  void map(const YAML::Node& node, const std::string& prefix) {
    const std::vector<std::string> names = names_below(prefix);
    if (!names.empty()) {
      check_keys(file, node, names, prefix.empty() ? "settings" : "'" + prefix + "'");
    }
    for (const auto& entry : node) {
      const std::string key = prefix + entry.first.Scalar();
      if (key == "budgets") {
        list(key, entry.second, budget_entry, budgets);
      } else if (key == "waivers") {
        list(key, entry.second, waiver_entry, waivers);
      } else if (key == "kernels_of") {
        list(key, entry.second, kernels_entry, kernels_of);
      } else if (entry.second.IsMap()) {
        map(entry.second, key + ".");
      } else {
        value(key, entry.second);
      }
    }
  }

  template <typename Entry>
  void list(const std::string& key, const YAML::Node& node,
            Entry (*read)(const YamlFile&, const YAML::Node&), std::vector<Entry>& into) {
    if (!node.IsSequence()) refuse(where(file, node), "'" + key + "' must be a list of entries");
    for (const YAML::Node& item : node) into.push_back(read(file, item));
  }

  void value(const std::string& key, const YAML::Node& node) {
    const bool is_list = known_key(key, where(file, node)).is_list();
    values.emplace_back(
        key, LayeredValue{is_list ? scalars(file, node, key) : std::vector{scalar(file, node, key)},
                          is_list, where(file, node)});
  }
};

// "x, y" in quotes is one item.
std::string unquoted(std::string_view item) {
  item = trim(item);
  if (item.size() > 1 && item.front() == '"' && item.back() == '"') {
    item = item.substr(1, item.size() - 2);
  }
  return std::string(item);
}

// "[a, b]".
std::vector<std::string> list_items(const std::string& key, const std::string& given,
                                    const std::string& origin) {
  std::string_view list = trim(given);
  if (!list.starts_with('[') || !list.ends_with(']')) {
    refuse(origin, "'" + key + "' is a list; expected " + key + "=[a,b]");
  }
  list = list.substr(1, list.size() - 2);
  std::vector<std::string> items;
  if (trim(list).empty()) return items;
  std::string item;
  bool is_quoted = false;
  for (const char c : list) {
    if (c == '"') is_quoted = !is_quoted;
    if (c != ',' || is_quoted) item += c;
    if (c != ',' || is_quoted) continue;
    items.push_back(unquoted(item));
    item.clear();
  }
  items.push_back(unquoted(item));
  if (is_quoted || std::ranges::find(items, "") != items.end()) {
    refuse(origin, "'" + key + "=" + given + "': an item is empty, or a quote is not closed");
  }
  return items;
}

}  // namespace

void Layers::add_file(const std::filesystem::path& path) {
  const YamlFile file = load_yaml(path);
  if (file.root.IsNull()) return;
  Reading reading{file};
  reading.map(file.root, "");
  for (auto& [key, value] : reading.values) set(key, std::move(value));
  budgets_.insert(budgets_.end(), reading.budgets.begin(), reading.budgets.end());
  waivers_.insert(waivers_.end(), reading.waivers.begin(), reading.waivers.end());
  kernels_of_.insert(kernels_of_.end(), reading.kernels_of.begin(), reading.kernels_of.end());
  if (defaults_.empty()) defaults_ = values_;
}

std::vector<BudgetRule> load_budget_table(const std::filesystem::path& path) {
  const YamlFile file = load_yaml(path);
  static const std::vector<std::string> kKeys = {"budgets"};
  check_keys(file, file.root, kKeys, "a table of budgets");
  Reading reading{file};
  reading.map(file.root, "");
  for (BudgetRule& rule : reading.budgets) rule.is_of_table = true;
  return std::move(reading.budgets);
}

void Layers::add_override(const std::string& text, const std::string& origin) {
  if (text.starts_with('~')) return drop(text.substr(1), origin);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    refuse(origin, "'" + text + "' is no override; expected key=value, or ~key to drop it");
  }
  const std::string name = text.substr(0, equals);
  const Key& key = known_key(name, origin);
  if (key.is_of_files) {
    refuse(origin, "'" + name +
                       "' is read from a workload file alone; use --name, --region, or the "
                       "program after '--'");
  }
  LayeredValue value{{text.substr(equals + 1)}, key.is_list(), origin};
  if (key.is_list()) value.items = list_items(name, value.items.front(), origin);
  set(name, std::move(value));
}

void Layers::drop(const std::string& key, const std::string& origin) {
  if (key == "budgets") return budgets_.clear();
  if (key == "waivers") return waivers_.clear();
  if (key == "kernels_of") return kernels_of_.clear();
  known_key(key, origin);
  values_.erase(key);
  const auto shipped = defaults_.find(key);
  if (shipped != defaults_.end()) values_[key] = shipped->second;
}

void Layers::set_list(const std::string& key, std::vector<std::string> items,
                      const std::string& origin) {
  set(key, {std::move(items), true, origin});
}

std::vector<std::pair<std::string, std::string>> Layers::parameters(const std::string& key) const {
  std::vector<std::pair<std::string, std::string>> found;
  const std::string prefix = key + ".";
  for (auto at = values_.lower_bound(prefix); at != values_.end(); ++at) {
    if (!at->first.starts_with(prefix)) break;
    found.emplace_back(at->first.substr(prefix.size()), at->second.items.front());
  }
  return found;
}

void Layers::set(const std::string& key, LayeredValue value) {
  const Key& known = known_key(key, value.origin);
  for (const std::string& item : value.items) require_value(known, item, value.origin);
  values_[key] = std::move(value);
}

}  // namespace ncu_regions
