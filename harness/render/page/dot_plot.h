// Render: the captures behind a verdict as dots: old against new, with what the budget allows.
// Private to this room.
#pragma once

#include <string>

#include "harness/compare/verdict.h"

namespace ncu_regions {

// "" when there is nothing to be seen: a side has no capture, or all captures are equal.
std::string dot_plot(const Verdict& verdict);

}  // namespace ncu_regions
