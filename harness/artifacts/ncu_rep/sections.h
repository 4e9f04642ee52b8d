// Artifacts: sections and rule results of an ncu report.
#pragma once

#include <string_view>
#include <vector>

#include "harness/artifacts/report.h"

namespace ncu_regions::ncu_rep {

// Throws WireError.
ReportSection read_section(std::string_view message);

// Adds the messages of one rule result, in order. Throws WireError.
void add_rule(std::string_view message, std::vector<RuleMessage>& messages);

}  // namespace ncu_regions::ncu_rep
