// Host: how the processes of a program ended, as valgrind's logs tell it. A process that its own
// parent has waited for is seen by nobody else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <vector>

namespace ncu_regions::host {

struct SignalledProcess {
  std::uint64_t pid = 0;
  int signal = 0;
};

// The signal that ended the process of this log; 0 when it ended by itself. Nothing when the log
// does not say: the process was killed (SIGKILL), or still ran.
std::optional<int> signal_in_log(std::istream& log);

// Reads cg.<pid>.log in `folder`: the processes that a signal ended, by pid. `all_ended`: nothing
// was still running when the logs were closed, so that a log without an end is that of a killed
// process.
std::vector<SignalledProcess> signalled_processes(const std::filesystem::path& folder,
                                                  bool all_ended);

}  // namespace ncu_regions::host
