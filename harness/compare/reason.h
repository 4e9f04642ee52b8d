// Compare: verdicts in sentences that a person can check. Private to this room.
#pragma once

#include <span>
#include <string>

#include "harness/compare/verdict.h"

namespace ncu_regions {

// Of a verdict that rests on evidence.
std::string reason_of(const Verdict& verdict);

// How a limit was kept, or broken by so many captures.
std::string limit_text(const Verdict& verdict, std::span<const double> captures,
                       std::size_t broken);

// 0.0512 -> "+5.12 %".
std::string percent(double change);

}  // namespace ncu_regions
