// Host: turns what a host run left behind into one capture file, capture.host.jsonl.
// The format is described in docs/reference/host-capture.md.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/core/host_pass.h"

namespace ncu_regions::host {

// What one run of the workload under the injection library left behind.
struct HostRun {
  HostPass pass = HostPass::kTime;
  bool by_dump = false;          // counting passes: callgrind dumped instead of telling its status
  std::filesystem::path events;  // folder of event files
  std::filesystem::path folder;  // with cg.<pid>.log or cg.<pid>.out (counting passes)
  std::string bad_end;           // "was ended by signal 11"; empty when the program ended well
};

// Writes `capture` atomically. Throws Error(kMeasurement) when the library was never loaded (NVTX
// itself says nothing then) or when what it wrote cannot be trusted. Returns why callgrind's status
// cannot be read here, and then wrote nothing: its dumps may still be readable.
std::optional<std::string> write_host_capture(const HostRun& run,
                                              const std::filesystem::path& capture);

// Whether a log in `folder` says that valgrind stopped at an error of its own.
bool valgrind_failed(const std::filesystem::path& folder);

}  // namespace ncu_regions::host
