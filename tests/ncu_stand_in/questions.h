// Tests: what ncu answers without a program to profile.
#pragma once

#include <optional>

#include "tests/ncu_stand_in/arguments.h"
#include "tests/ncu_stand_in/scenario.h"

namespace ncu_regions::stand_in {

// --version, --query-metrics, --list-sections, --clock-control=reset; nothing: it is a capture.
std::optional<Answer> answer_question(const Arguments& arguments, const Scenario& scenario);

// The sections that the options name. Throws NcuError when one of them names none.
std::vector<std::string> chosen_sections(const Arguments& arguments, const Scenario& scenario);

}  // namespace ncu_regions::stand_in
