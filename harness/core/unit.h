// Core: units of metrics. Reports hold base units and do not name them; CSV pages name them in two
// spellings and scale them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ncu_regions {

// The base unit of one of ncu's metrics, by its name: "gpu__time_duration.sum" -> "ns". In the
// spelling of ncu 2024.2 and later. "" when it has none, or none that the name tells.
std::string unit_of_metric(std::string_view metric);

struct UnitScale {
  std::string base;   // "ns", "byte/s", "hz"
  double factor = 1;  // one of the unit is this many of the base
};

// What a unit of a CSV page means, in either spelling: "usecond" -> {"ns", 1000}. A unit that is
// not known is its own base.
UnitScale scale_of_unit(std::string_view unit);

// A value and its base unit as a person reads it: 84480 "ns" -> {84.48, "us"}. Bytes, times, rates
// and frequencies in steps of 1000; everything else stays.
struct ScaledValue {
  double value = 0;
  std::string unit;
};
ScaledValue scaled_for_people(double value, std::string_view unit);

}  // namespace ncu_regions
