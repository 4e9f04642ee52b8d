// Config: how much worse a metric may get.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/core/region_path.h"

namespace ncu_regions {

enum class Gate { kFail, kWarn, kInfo };
enum class Direction { kUp, kDown, kBoth };  // which change is a worsening

struct Allowance {
  double relative = 0;  // 0.03 for 3 %
  double absolute = 0;  // in the unit of the metric
};

// One entry of a budgets list.
struct BudgetRule {
  std::string metric;  // globs
  std::string region;
  std::optional<Allowance> allow;
  std::optional<Gate> gate;
  std::optional<Direction> direction;
  std::string origin;  // "file:line"
};

// "3 %", "1000", "0.1 % | 1000". Throws Error(kUsage); `where` begins the message.
Allowance parse_allowance(std::string_view text, const std::string& where);
std::string to_string(const Allowance& allowance);

std::string_view to_string(Gate gate);
std::string_view to_string(Direction direction);
std::optional<Gate> gate_from(std::string_view text);
std::optional<Direction> direction_from(std::string_view text);

// Whether a region pattern covers the region: by written form, display form or label.
bool covers(std::string_view pattern, const RegionPath& region);

}  // namespace ncu_regions
