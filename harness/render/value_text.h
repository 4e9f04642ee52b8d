// Render: values of metrics for people.
#pragma once

#include <optional>
#include <string>

#include "harness/artifacts/report.h"
#include "harness/regions/region_tree.h"

namespace ncu_regions {

// Four significant digits, whole numbers entire, units scaled: "84.48 us".
std::string number_text(double value, const std::string& unit);

// "4", "4x2", "4x2x1" when the last counts; "" when it is not known.
std::string dim_text(const std::optional<Dim3>& dim);

// A total with what has to be known of it: "mixed", "not measured", "1.2 ms (37 of 40)", and "1 to
// 5" where there is no one value.
std::string value_text(const Totals& totals, const ShownMetric& metric);
// What is directly in the region; "-" where that does not exist.
std::string directly_text(const Totals& totals, const ShownMetric& metric);

// As Markdown: "sum", "mean weighted by `gpu__time_duration.sum`", ...
std::string roll_up_cell(const ShownMetric& metric);
// The same over scopes: "slowest scope" for times.
std::string across_cell(const ShownMetric& metric);

// A kernel's name as far as people want to read it: templates fill screens.
std::string short_name(std::string_view name, std::size_t characters);

}  // namespace ncu_regions
