#include "harness/config/budget.h"

#include <cmath>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

[[noreturn]] void refuse_allowance(std::string_view text, const std::string& where) {
  throw Error(ErrorKind::kUsage, where + ": '" + std::string(text) +
                                     "' is no allowance; expected a percentage, a number in the "
                                     "metric's unit, or both: '3 %', '1000', '0.1 % | 1000', "
                                     "'3 % | 2 us', '2 points'");
}

// As people write it: 100000, not 1e+05.
std::string plain(double value) {
  constexpr double kExact = 1e15;
  if (std::trunc(value) != value || value > kExact) return shortest(value);
  return std::to_string(static_cast<long long>(value));
}

}  // namespace

Allowance parse_allowance(std::string_view text, const std::string& where) {
  Allowance allowance;
  bool has_relative = false;
  bool has_absolute = false;
  for (const std::string& raw : split(text, '|')) {
    const std::string_view part = trim(raw);
    bool& seen = part.ends_with('%') ? has_relative : has_absolute;
    if (part.empty() || seen) refuse_allowance(text, where);
    seen = true;
    Quantity quantity;
    try {
      quantity = parse_quantity(part, where);
    } catch (const Error&) {
      refuse_allowance(text, where);
    }
    if (quantity.value < 0) refuse_allowance(text, where);
    if (part.ends_with('%')) {
      allowance.relative = quantity.value / 100;
    } else {
      allowance.absolute = quantity.value;
      allowance.base = quantity.base;
    }
  }
  return allowance;
}

std::string to_string(const Allowance& allowance) {
  std::string text;
  if (allowance.relative > 0) text = shortest(std::round(allowance.relative * 1e8) / 1e6) + " %";
  if (allowance.absolute > 0) {
    text += (text.empty() ? "" : " | ") + plain(allowance.absolute);
    if (!allowance.base.empty()) text += " " + (allowance.base == "%" ? "points" : allowance.base);
  }
  return text.empty() ? "0" : text;
}

std::string_view to_string(Gate gate) {
  return gate == Gate::kFail ? "fail" : gate == Gate::kWarn ? "warn" : "info";
}

std::string_view to_string(Direction direction) {
  return direction == Direction::kUp ? "up" : direction == Direction::kDown ? "down" : "both";
}

std::optional<Gate> gate_from(std::string_view text) {
  for (const Gate gate : {Gate::kFail, Gate::kWarn, Gate::kInfo}) {
    if (to_string(gate) == text) return gate;
  }
  return std::nullopt;
}

std::optional<Direction> direction_from(std::string_view text) {
  for (const Direction direction : {Direction::kUp, Direction::kDown, Direction::kBoth}) {
    if (to_string(direction) == text) return direction;
  }
  return std::nullopt;
}

bool covers(std::string_view pattern, const RegionPath& region) {
  return glob_match(pattern, written_form(region)) || glob_match(pattern, display_form(region)) ||
         glob_match(pattern, region.labels.back());
}

}  // namespace ncu_regions
