#include "harness/host/process_ends.h"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace ncu_regions::host {
namespace {

// Valgrind's own lines begin with "==<pid>== ".
std::string_view words_of(std::string_view line) {
  const std::size_t end = line.find("== ", 2);
  if (!line.starts_with("==") || end == std::string_view::npos) return "";
  return line.substr(end + 3);
}

// "cg.4711.log" -> 4711; 0 for other files.
std::uint64_t pid_of(const std::filesystem::path& file) {
  const std::string name = file.filename();
  if (!name.starts_with("cg.") || file.extension() != ".log") return 0;
  return std::strtoull(name.c_str() + 3, nullptr, 10);
}

}  // namespace

std::optional<int> signal_in_log(std::istream& log) {
  constexpr std::string_view kSignal = "Process terminating with default action of signal ";
  std::optional<int> signal;
  for (std::string line; std::getline(log, line);) {
    const std::string_view words = words_of(line);
    if (words.starts_with(kSignal)) {
      signal = std::atoi(line.c_str() + (line.size() - words.size()) + kSignal.size());
    }
    if (words.starts_with("Collected :") && !signal) signal = 0;
    if (line.starts_with("valgrind: the 'impossible' happened")) return 0;  // not the program's end
  }
  return signal;
}

std::vector<SignalledProcess> signalled_processes(const std::filesystem::path& folder,
                                                  bool all_ended) {
  std::vector<SignalledProcess> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::uint64_t pid = pid_of(entry.path());
    if (pid == 0) continue;
    std::ifstream log(entry.path(), std::ios::binary);
    const int signal = signal_in_log(log).value_or(all_ended ? SIGKILL : 0);
    if (signal != 0) found.push_back({pid, signal});
  }
  std::ranges::sort(found, {}, &SignalledProcess::pid);
  return found;
}

}  // namespace ncu_regions::host
