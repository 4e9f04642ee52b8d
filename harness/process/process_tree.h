// Process: the children of a process, and theirs. Private to this room.
#pragma once

#include <sys/types.h>

#include <span>
#include <vector>

namespace ncu_regions {

// All children, whichever thread of the process started or adopted them. Ended ones that nobody has
// waited for are among them.
std::vector<pid_t> children_of(pid_t pid);

// Sends the signal to these processes and to everything below them, parents first: a profiler whose
// program ends before it would take that for the end of a run, and write its report.
void signal_trees(std::span<const pid_t> roots, int number);

// Seconds of a clock that nobody sets.
double monotonic_s();

}  // namespace ncu_regions
