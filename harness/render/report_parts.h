// Render: what the writers of a report share. Private to this room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/regions/region_tree.h"
#include "harness/render/report.h"

namespace ncu_regions {

std::optional<double> total(const ScopeValues& values, std::string_view metric, bool inclusive);

// An inclusive count for people, or "not counted" (a region that no test declared is not).
std::string count_cell(const ScopeValues& values, std::string_view metric);
// The same without what is in the region's children.
std::string directly_cell(const Region& region, std::string_view metric);
std::string time_cell(const ScopeValues& values);

// Notes of the run, of the tree and of the outcome, raw.
std::vector<std::string> notes_of(const ReportInput& input);

}  // namespace ncu_regions
