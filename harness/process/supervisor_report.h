// Process: what the supervisor tells the program that started it, through a pipe.
#pragma once

#include <sys/types.h>

namespace ncu_regions {

// The arguments of the supervisor, in this order, all numbers.
enum SupervisorArgument {
  kProgramArgument = 1,  // pid of the program, a child of the supervisor
  kAliveArgument,        // read end of a pipe: its end means that the harness is gone
  kReportArgument,       // where the report goes
  kGoArgument,           // the program waits for a byte here
  kErrorArgument,        // the program writes errno here when it cannot be started
  kTimeoutArgument,      // seconds
  kSupervisorArguments
};

struct SupervisorReport {
  pid_t pid = 0;
  bool ended = false;        // by itself, with this status
  int status = 0;            // as from waitpid
  int start_error = 0;       // errno when the program could not be started
  int supervisor_error = 0;  // errno when the supervisor could not be started
  bool timed_out = false;
  bool left_behind = false;  // processes of the program outlived it, and were ended
};

}  // namespace ncu_regions
