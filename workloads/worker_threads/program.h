// worker_threads: what the program does, apart from being a process.
#pragma once

#include "workloads/support/program.h"

namespace ncu_regions::workloads::worker_threads {

ProgramFunction run_program;

}  // namespace ncu_regions::workloads::worker_threads
