// What the decision rule promises, held against what was simulated.
#pragma once

#include <optional>
#include <vector>

#include "tests/bench/rule_simulation_cases.h"

namespace ncu_regions::simulation {

// One stored session of 10 captures with locked clocks, and nothing else yet.
struct DayOne {
  Tally unchanged, slower;
};
// Nothing when that case was left out.
std::optional<DayOne> day_one(const std::vector<CaseResult>& stored, const Options& options);
void print_day_one(const DayOne& day);

// Prints each promise with what was measured; what was left out is not held against it.
bool keeps_promises(const std::vector<CaseResult>& side_by_side, const std::optional<DayOne>& day);

}  // namespace ncu_regions::simulation
