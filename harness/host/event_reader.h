// Host: reads the event files that the injection library left behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/host/events.h"

namespace ncu_regions::host {

struct ThreadEvents {
  std::uint64_t number = 0;
  std::vector<Event> events;
  std::uint64_t lost = 0;  // events that the library could not store
};

// Where ranges of one label were opened.
struct OpenedAt {
  bool is_start = false;     // start/end ranges
  std::uint16_t domain = 0;  // ids
  std::uint32_t label = 0;
  std::uint32_t file = 0;  // a label
  std::uint32_t line = 0;
};

struct ProcessEvents {
  std::string key;  // "<pid>-<image>": exec makes a new image of a process
  std::uint64_t pid = 0;
  std::uint64_t image = 0;
  std::uint64_t start_ticks = 0;      // when the process started
  std::uint64_t lost_events = 0;      // that no thread counts
  std::vector<std::string> labels;    // by id, [0] is ""
  std::vector<std::string> domains;   // by id, [0] is the default domain ""
  std::vector<std::string> lost;      // why events were lost that no thread counted
  std::vector<std::string> silent;    // why the library recorded nothing
  std::vector<std::string> rank;      // "VARIABLE=value" of its launcher, or none
  std::vector<std::string> sources;   // records of where ranges were opened
  std::vector<OpenedAt> opened_at;    // what they say: by id, [0] is nowhere
  std::vector<ThreadEvents> threads;  // by number

  bool has_events() const;
};

// One entry per process that the library was loaded into, in the order in which they were started,
// images of one process in their order; empty when it was never loaded. Whatever moment a process
// died at, what it had stored is read. What a file should hold and does not is counted as lost.
// Throws Error(kMeasurement) on a file that is not ours.
std::vector<ProcessEvents> read_events(const std::filesystem::path& folder);

}  // namespace ncu_regions::host
