// Config: the layers of settings on top of each other, still as text. Private to this room.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/config/budget.h"
#include "harness/config/kernel_selection.h"
#include "harness/config/metric_table.h"
#include "harness/config/waiver.h"

namespace ncu_regions {

struct LayeredValue {
  std::vector<std::string> items;  // one for a single value
  bool is_list = false;
  std::string origin;
};

class Layers {
 public:
  // Reads a settings file. Only the first one, defaults.yaml, may introduce keys; all keys of the
  // known table must stand in it.
  void add_file(const std::filesystem::path& path);

  // "key=value" or "key=[a,b]"; "~key" drops what the layers before set: the default counts.
  void add_override(const std::string& text, const std::string& origin);

  // The same for items that may hold any character.
  void set_list(const std::string& key, std::vector<std::string> items, const std::string& origin);

  const LayeredValue& at(const std::string& key) const { return values_.at(key); }
  const std::map<std::string, LayeredValue>& values() const { return values_; }
  // The one value of a key that is no list.
  const std::string& text(const std::string& key) const { return at(key).items.front(); }
  bool flag(const std::string& key) const { return text(key) == "true"; }
  std::uint64_t whole(const std::string& key) const { return std::stoull(text(key)); }
  double seconds(const std::string& key) const { return std::stod(text(key)); }
  // Names and values below a key, in the order of the names.
  std::vector<std::pair<std::string, std::string>> parameters(const std::string& key) const;
  const std::vector<BudgetRule>& budgets() const { return budgets_; }
  const std::vector<Waiver>& waivers() const { return waivers_; }
  const std::vector<KernelOverride>& kernels_of() const { return kernels_of_; }

 private:
  void set(const std::string& key, LayeredValue value);
  void drop(const std::string& key, const std::string& origin);

  std::map<std::string, LayeredValue> defaults_;  // of the first file
  std::map<std::string, LayeredValue> values_;
  std::vector<BudgetRule> budgets_;
  std::vector<Waiver> waivers_;
  std::vector<KernelOverride> kernels_of_;
};

// A file of conf/budgets, which has nothing but budgets.
std::vector<BudgetRule> load_budget_table(const std::filesystem::path& path);

// conf/metrics.yaml.
MetricTable load_metric_table(const std::filesystem::path& path);

}  // namespace ncu_regions
