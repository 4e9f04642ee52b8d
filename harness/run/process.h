// Run: a command in, files on disk and the process's end out.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/command/capture_command.h"

namespace ncu_regions {

struct ProcessEnd {
  long pid = 0;
  int exit_code = 0;  // valid when signal is 0
  int signal = 0;     // the signal that ended it, or 0
  bool timed_out = false;
  bool left_behind = false;  // processes of the program outlived it, and were ended
  double began_s = 0;        // seconds since 1970, UTC
  double seconds = 0;
};

// Runs the command with no shell, standard input empty, output into stdout.txt and stderr.txt in
// `folder`. The program runs under a supervisor process: whatever happens (timeout, the harness or
// the supervisor killed with SIGKILL, the program leaving a daemon behind), nothing of it survives.
// `tick` is called about once a second with the seconds so far. Throws Error(kMeasurement) when it
// could not be started, and when SIGINT or SIGTERM came (after everything was ended).
using Tick = std::function<void(double seconds)>;
ProcessEnd run_process(const CaptureCommand& command, const std::filesystem::path& folder,
                       const Tick& tick = {});

// How it ended when that was not well: "was ended by signal 11 (Segmentation fault)"; else "".
std::string bad_end(const ProcessEnd& end, const CaptureCommand& command);

// The end of what the program wrote to standard error, else to standard output, made harmless: ""
// when that was nothing.
std::string last_words(const std::filesystem::path& folder);

// Throws Error(kMeasurement) unless the program ended by itself with code 0. A workload's own exit
// code never becomes ours: 77 is a failure here like any other.
void require_success(const ProcessEnd& end, const CaptureCommand& command,
                     const std::filesystem::path& folder);

}  // namespace ncu_regions
