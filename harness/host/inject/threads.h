// Injection library: what it knows of each thread of the program.
#pragma once

#include <cstddef>

#include "harness/host/inject/at_work.h"
#include "harness/host/inject/event_files.h"
#include "harness/host/inject/names.h"

namespace ncu_regions::host {

constexpr std::size_t kCacheEntries = 64;
constexpr std::size_t kFileEntries = 16;
constexpr std::size_t kTrackedDomains = 64;  // nesting levels of later domains are not returned
constexpr std::size_t kTrackedDepth = 1024;

struct CacheEntry {
  const char* pointer;
  const Name* name;
};

// Where the range is opened that comes next.
struct Source {
  const Name* file;  // nullptr: not known
  std::uint32_t line;
};

// A place that was written down already, and its number.
struct KnownSource {
  const Name* domain;
  const Name* label;
  Source at;
  bool is_start;
  std::uint32_t id;
};

// Which open ranges of a domain were cut: a pop has no label of its own.
struct Levels {
  int depth;
  bool counted[kTrackedDepth];
};

struct Thread {
  Window window;
  int counter;       // Mode::kPerf
  int counted_open;  // ranges that are counted, of any domain but the launches'
  CacheEntry cache[kCacheEntries];
  CacheEntry files[kFileEntries];
  Source next;
  KnownSource sources[kCacheEntries];
  Levels levels[kTrackedDomains];
};

extern NCU_REGIONS_TLS Thread* t_thread;

// Start/end ranges that are counted and open in this process; ends without a start may make it less
// than 0.
extern int g_counted_starts;

Thread* new_thread();

// nullptr when there is no memory for it.
inline Thread* this_thread() { return t_thread != nullptr ? t_thread : new_thread(); }

// In a forked child: the parent's threads are not here, and their files are not ours.
void forget_threads();

}  // namespace ncu_regions::host
