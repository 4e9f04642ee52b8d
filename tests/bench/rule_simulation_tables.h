// What the simulation prints, as Markdown.
#pragma once

#include <span>

#include "tests/bench/rule_simulation_cases.h"

namespace ncu_regions::simulation {

void print_setup(const Options& options);
// None of these may be empty, nor mix both kinds of baseline.
void print_false_alarms(std::span<const CaseResult> results);
void print_power(std::span<const CaseResult> results);
void print_captures(std::span<const CaseResult> results);

// Of a whole, in percent.
double percent(std::size_t part, std::size_t whole);

}  // namespace ncu_regions::simulation
