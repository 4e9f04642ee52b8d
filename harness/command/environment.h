// Command: environments and small parts of command lines. Private to this room.
#pragma once

#include <string>
#include <vector>

#include "harness/command/capture_command.h"

namespace ncu_regions {

// True for variables that load a tool into a program, and for our own.
bool is_injection(const std::string& name);

// Without the variables that would load another tool into the program, or ours twice.
Environment without_injection(const Environment& caller);

// Those that the test gives its program.
void add_own_variables(Environment& environment, const Workload& workload);

// A GPU that is named by its UUID is the only one that the program sees.
void choose_device(Environment& environment, const Settings& settings);

std::vector<std::string> as_list(const Environment& environment);

// valgrind and ncu expand % in names of files.
std::string percent_doubled(const std::string& text);

}  // namespace ncu_regions
