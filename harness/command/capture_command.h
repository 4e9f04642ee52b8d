// Command: settings and workload in, the exact command of each capture out. Pure: no file, no
// process.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/core/host_pass.h"

namespace ncu_regions {

struct CaptureCommand {
  std::string id;    // "1-host-time": the capture's folder in the run
  std::string pass;  // host: "time", "count", ...
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // all of it, "NAME=value"
  std::filesystem::path working_directory;
  double timeout_s = 0;
};

using Environment = std::map<std::string, std::string>;

// What the passes of the host profiler need.
struct HostTools {
  std::filesystem::path library;   // the injection library
  std::filesystem::path valgrind;  // counting passes only
  // Counting passes find the library and the events folder under the names kLibraryLink and
  // kEventsLink in this folder, whose path is equally long in every run: a path of another length
  // would move counts (the dynamic linker copies it into the heap).
  std::filesystem::path links;
};

// How callgrind is asked for its counts at a boundary. They count the same.
enum class CountMethod {
  kStatus,      // it tells its status, without the frames of the call stack that it may leave out
  kFullStatus,  // with all of them: slower the deeper the stack
  kDump,  // it dumps: slower the larger the program, and no count of start/end ranges and kernels
};

// One pass of the host profiler.
struct HostCapture {
  HostPass pass = HostPass::kTime;
  CountMethod method = CountMethod::kStatus;  // counting passes
  std::filesystem::path folder;
};

// Passes under callgrind run in an environment of constant size that holds allow-listed variables
// only, so that the caller's name, home, folder and variables move no count. The others run the
// program itself, with its own environment and the injection library.
CaptureCommand host_command(const HostCapture& capture, const Settings& settings,
                            const Workload& workload, const HostTools& tools,
                            const Environment& caller);

// The options of callgrind that decide what is counted: part of the fingerprint.
std::string callgrind_counting_options();
std::string callgrind_cache_options();

// Below a capture's folder: event files, callgrind's log.
inline constexpr char kEventsFolder[] = "events";
inline constexpr char kLibraryLink[] = "library.so";
inline constexpr char kEventsLink[] = "events";
inline constexpr char kCaptureFile[] = "capture.host.jsonl";

// As one line for a shell, quoted where needed.
std::string shell_line(const std::vector<std::string>& argv);

}  // namespace ncu_regions
