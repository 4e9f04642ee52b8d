// two_ranks: what the program does, apart from being a process.
#pragma once

#include "workloads/support/program.h"

namespace ncu_regions::workloads::two_ranks {

ProgramFunction run_program;

}  // namespace ncu_regions::workloads::two_ranks
