// Process: starts a program under a supervisor, a small executable of its own. Whatever happens (a
// timeout, the harness or the supervisor killed with SIGKILL, a daemon that the program leaves
// behind), nothing of the program survives.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/process/supervisor_report.h"

namespace ncu_regions {

struct SupervisedProgram {
  std::vector<char*> argv;                  // ended by nullptr
  std::vector<char*> environment;           // ended by nullptr
  const char* working_directory = nullptr;  // nullptr: stay
  std::vector<std::pair<int, int>> files;   // (number in the program, open here)
  double timeout_s = 0;
};

// Pointers to the strings, ended by nullptr.
std::vector<char*> pointers_to(const std::vector<std::string>& strings);

class SupervisedProcess {
 public:
  // Starts it. Throws Error(kMeasurement) when there is no supervisor, or no process can be made.
  explicit SupervisedProcess(const SupervisedProgram& program);
  // Ends everything that is left.
  ~SupervisedProcess();
  SupervisedProcess(const SupervisedProcess&) = delete;
  SupervisedProcess& operator=(const SupervisedProcess&) = delete;

  // A file that is readable when the program has ended.
  int when_ended() const { return report_; }

  // Tells the supervisor to end the program and everything below it. Does not wait.
  void end();

  // Waits until nothing of the program is left. Throws Error(kMeasurement) when the supervisor was
  // killed, after what it watched was ended here.
  SupervisorReport wait();

 private:
  pid_t supervisor_ = -1;
  int alive_ = -1;  // only this process holds it open
  int report_ = -1;
};

}  // namespace ncu_regions
