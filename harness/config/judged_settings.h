// Config: which budgets hold and how verdicts are reached, from the layers. Private to this room.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/config/layers.h"
#include "harness/config/settings.h"

namespace ncu_regions {

inline constexpr char kCommandLine[] = "command line";

// Names of the YAML files of a folder, sorted.
std::vector<std::string> presets_in(const std::filesystem::path& folder);

// All throw Error(kUsage) with file and line.
DecisionSettings decision_settings(const Layers& layers, PresetFolder folder);
// The table's first: later ones win.
std::vector<BudgetRule> all_budgets(const Layers& layers, const SettingsSources& sources);
// What was asked for, and what a budget or a limit names in full: a gate on it needs a value.
std::vector<std::string> wanted_metrics(const Settings& settings, const Layers& layers);

}  // namespace ncu_regions
