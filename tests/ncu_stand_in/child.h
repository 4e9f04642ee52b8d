// Tests: the program that the stand-in for ncu starts, or the sleeper in its place.
#pragma once

#include <string>
#include <vector>

#include "tests/ncu_stand_in/scenario.h"

namespace ncu_regions::stand_in {

struct ChildEnd {
  bool was_stopped = false;  // ncu was told to end and has killed it
  int code = 0;              // its exit code, or the signal that it died of
};

// SIGTERM and SIGINT kill the child from now on, unless the entry ignores them; a file that may not
// grow is an error to be seen, not a signal. Call it once, first.
void take_signals(const CaptureEntry& entry);

// Starts it in our process group, with our output, and waits for its end.
ChildEnd run_child(const CaptureEntry& entry, const std::vector<std::string>& argv, bool null_stdin,
                   const std::string& pids_file);

}  // namespace ncu_regions::stand_in
