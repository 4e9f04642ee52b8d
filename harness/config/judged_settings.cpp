#include "harness/config/judged_settings.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// Captures of one build that a suspicion is worth: runs on a CPU are short, and vary more.
constexpr std::uint64_t kGpuCapturesMax = 10;
constexpr std::uint64_t kHostCapturesMax = 20;

fs::path table_file(const fs::path& conf, const LayeredValue& chosen) {
  const std::vector<std::string> known = presets_in(conf / "budgets");
  const std::string& name = chosen.items.front();
  if (std::ranges::find(known, name) != known.end()) return conf / "budgets" / (name + ".yaml");
  throw Error(ErrorKind::kUsage, chosen.origin + ": unknown budget_table '" + name + "'" +
                                     suggestion(name, known) + "; " + (conf / "budgets").string() +
                                     " has: " + join(known, ", "));
}

}  // namespace

std::vector<std::string> presets_in(const fs::path& folder) {
  std::vector<std::string> known;
  std::error_code missing;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".yaml") known.push_back(entry.path().stem().string());
  }
  std::ranges::sort(known);
  return known;
}

DecisionSettings decision_settings(const Layers& layers, PresetFolder folder) {
  DecisionSettings decision;
  const bool is_auto = layers.text("captures_max").empty();
  decision.captures_max = !is_auto                       ? layers.whole("captures_max")
                          : folder == PresetFolder::kNcu ? kGpuCapturesMax
                                                         : kHostCapturesMax;
  decision.confirm_s = layers.seconds("confirm_s");
  if (!layers.text("family").empty()) decision.family = layers.whole("family");
  decision.fail_on = layers.at("fail_on").items;
  for (const std::string& word : decision.fail_on) {
    if (word == "suspect" || word == "noisy") continue;
    throw Error(ErrorKind::kUsage, layers.at("fail_on").origin + ": 'fail_on' cannot be '" + word +
                                       "'; expected suspect, noisy, or both");
  }
  return decision;
}

std::vector<BudgetRule> all_budgets(const Layers& layers, const SettingsSources& sources) {
  std::vector<BudgetRule> rules =
      load_budget_table(table_file(sources.conf, layers.at("budget_table")));
  rules.insert(rules.end(), layers.budgets().begin(), layers.budgets().end());
  const LayeredValue& limits = layers.at("limits");
  for (const std::string& text : limits.items) rules.push_back(parse_limit(text, limits.origin));
  for (const std::string& text : sources.budgets) {
    rules.push_back(parse_budget(text, kCommandLine));
  }
  for (const std::string& text : sources.limits) rules.push_back(parse_limit(text, kCommandLine));
  return rules;
}

std::vector<std::string> wanted_metrics(const Settings& settings, const Layers& layers) {
  std::vector<std::string> wanted;
  for (const std::string& metric : layers.at("metrics").items) {
    const std::string quantity = settings.metric_table.quantity_of(metric);
    if (std::ranges::find(wanted, quantity) == wanted.end()) wanted.push_back(quantity);
  }
  for (const BudgetRule& rule : settings.budgets) {
    const bool is_name = rule.metric.find_first_of("*?") == std::string::npos;
    if (rule.is_of_table || !is_name || rule.gate == Gate::kInfo) continue;
    if (std::ranges::find(wanted, rule.metric) != wanted.end()) continue;
    try {
      settings.metric_table.at(rule.metric);
    } catch (const Error& error) {
      const bool is_limit = rule.max || rule.min;
      throw Error(error.kind(), rule.origin + ": a " + (is_limit ? "limit" : "budget") +
                                    " names an " + error.what());
    }
    wanted.push_back(rule.metric);
  }
  return wanted;
}

}  // namespace ncu_regions
