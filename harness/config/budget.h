// Config: how much worse a metric may get, and what it may never exceed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/core/region_path.h"

namespace ncu_regions {

enum class Gate { kFail, kWarn, kInfo };
enum class Direction { kUp, kDown, kBoth };  // which change is a worsening

// A number as somebody wrote it: "2us", "64 KiB", "1000".
struct Quantity {
  double value = 0;  // in the base unit: ns, byte, %; without a unit in that of the metric
  std::string base;  // "ns", "byte", "%"; "": the metric's own, whatever it is
};

struct Allowance {
  double relative = 0;    // 0.03 for 3 %
  double absolute = 0;    // in the unit of the metric
  std::string base = {};  // of the absolute part, as in Quantity
};

// One entry of a budgets list, or one limit.
struct BudgetRule {
  std::string metric;  // globs
  std::string region;
  std::optional<Allowance> allow;
  std::optional<Gate> gate;
  std::optional<Direction> direction;
  std::optional<Quantity> max, min;  // limits
  std::string origin;                // "file:line"
  bool is_of_table = false;          // conf/budgets: need not be used

  bool is_limit() const { return max || min; }
};

// "3 %", "1000", "0.1 % | 1000", "3% | 2us". Throws Error(kUsage); `where` begins the message.
Allowance parse_allowance(std::string_view text, const std::string& where);
std::string to_string(const Allowance& allowance);

// "64", "2 us", "1.5 MiB", "80 %".
Quantity parse_quantity(std::string_view text, const std::string& where);

// "gpu__time_duration.sum(A::*)=3%|2us", also with ",warn" or ",both" behind; without the
// parentheses it holds for every region.
BudgetRule parse_budget(std::string_view text, const std::string& where);
// "launch__registers_per_thread(A::A1)<=64", or ">=".
BudgetRule parse_limit(std::string_view text, const std::string& where);

std::string_view to_string(Gate gate);
std::string_view to_string(Direction direction);
std::optional<Gate> gate_from(std::string_view text);
std::optional<Direction> direction_from(std::string_view text);

// Whether a region pattern covers the region: by written form, display form or label.
bool covers(std::string_view pattern, const RegionPath& region);

}  // namespace ncu_regions
