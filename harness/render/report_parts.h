// Render: what the writers of a report share. Private to this room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/regions/region_tree.h"
#include "harness/render/report.h"

namespace ncu_regions {

std::optional<double> total(const Region& region, std::string_view metric, bool inclusive);

// A count for people, or "not counted" (a region that no test declared is not).
std::string count_cell(const Region& region, std::string_view metric, bool inclusive);

// Notes of the run, of the tree and of the outcome, raw.
std::vector<std::string> notes_of(const ReportInput& input);

}  // namespace ncu_regions
