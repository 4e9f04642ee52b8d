// Config: entries of the lists that settings files have. Private to this room.
#pragma once

#include "harness/config/budget.h"
#include "harness/config/kernel_selection.h"
#include "harness/config/waiver.h"
#include "harness/config/yaml.h"

namespace ncu_regions {

// All throw Error(kUsage) with file and line.
BudgetRule budget_entry(const YamlFile& file, const YAML::Node& node);
Waiver waiver_entry(const YamlFile& file, const YAML::Node& node);
KernelOverride kernels_entry(const YamlFile& file, const YAML::Node& node);

}  // namespace ncu_regions
