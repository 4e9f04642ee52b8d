// Process: a program and the supervisor above it, made out of one fork. Private to this room.
#pragma once

#include <string>

#include "harness/process/supervised_process.h"

namespace ncu_regions {

// Ends of pipes. `alive` is readable for ever when the harness is gone.
struct SupervisorPipes {
  int alive;
  int report;
};

// Runs in a forked child and never returns: the child starts the program, which waits, and becomes
// the supervisor itself. The program is told to go on when the supervisor watches.
[[noreturn]] void become_supervisor(const SupervisedProgram& program, const std::string& supervisor,
                                    const SupervisorPipes& pipes);

}  // namespace ncu_regions
