// Injection library: labels and domains become small numbers; each text is written to disk once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/host/events.h"

namespace ncu_regions::host {

struct Name {
  const char* text;  // our own copy: a program's pointer may be reused or unloaded
  std::size_t bytes;
  std::uint64_t hash;
  std::uint32_t id;
  NameKind kind;
  bool counted;  // labels: cut the counts at its boundaries
};

// The one Name for this text; a new one is written to the names file. nullptr when there is no
// memory, or no room on the disk. The caller holds the library's lock.
const Name* intern(NameKind kind, const char* text, std::size_t bytes);

// Ranges with this label are counted from now on; before the first call all are.
void count_only(const char* text, std::size_t bytes);

// Writes every known name to a names file that was just made.
bool write_all_names();

}  // namespace ncu_regions::host
