// Host: turns what a host run left behind into one capture file, capture.host.jsonl.
// The format is described in docs/reference/host-capture.md.
#pragma once

#include <filesystem>

namespace ncu_regions::host {

enum class Pass { kTime, kCount };

// What one run of the workload under the injection library left behind.
struct HostRun {
  Pass pass = Pass::kTime;
  std::filesystem::path events;         // folder of event files
  std::filesystem::path callgrind_log;  // folder of cg.<pid>.log files (counting pass)
  long pid = 0;                         // of the process that was started
};

// Writes `capture` atomically. Throws Error(kMeasurement) when the library was never loaded (NVTX
// itself says nothing then) or when what it wrote cannot be trusted.
void write_host_capture(const HostRun& run, const std::filesystem::path& capture);

}  // namespace ncu_regions::host
