// Run: the process between the harness and the program under test. Private to this room.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace ncu_regions {

struct SupervisedProgram {
  std::vector<char*> argv;                 // ended by nullptr
  std::vector<char*> environment;          // ended by nullptr
  const char* working_directory;           // nullptr: stay
  std::vector<std::pair<int, int>> files;  // (number in the program, open here)
  double timeout_s;
};

// What the supervisor tells the harness at the end.
struct SupervisorReport {
  pid_t pid = 0;
  bool ended = false;   // by itself, with this status
  int status = 0;       // as from waitpid
  int start_error = 0;  // errno when the program could not be started
  bool timed_out = false;
};

// Runs in a forked child and never returns. `harness_alive` is the read end of a pipe that only the
// harness holds open: when it closes, the harness is gone and everything is ended.
[[noreturn]] void supervise(const SupervisedProgram& program, int harness_alive, int report_to);

}  // namespace ncu_regions
