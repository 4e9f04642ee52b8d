// Tests: values of metrics that are the same in every run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/ncu_stand_in/plan.h"

namespace ncu_regions::stand_in {

// gpu__time_duration.sum: the times of the kernels. Rates, ratios and percentages: between 10 and
// 90, by the kernel's name or the region's label. Others: 1000 and a bit for each kernel name;
// those that end in .sum are added up over the launches of a range, of the rest it has the
// greatest.
double value_of(const PlannedResult& result, std::string_view metric);

struct SectionForm {
  std::string id, name;
  std::vector<std::pair<std::string, std::string>> metrics;  // name, label
};

// A section's display name and two of its metrics.
SectionForm section_form(const std::string& id);

}  // namespace ncu_regions::stand_in
