// Injection library: events of each thread into a window that is mapped from a file.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/host/events.h"
#include "harness/host/inject/names.h"

namespace ncu_regions::host {

struct CacheEntry;

// The label for this text; `domain` likewise (nullptr: the default domain). Safe from any thread.
const Name* label_for(const char* text, std::size_t bytes);
const Name* label_for_pointer(const char* text);  // with a per-thread cache
const Name* label_for_pointer(const char* text, CacheEntry& entry);
const Name* domain_for(const char* text, std::size_t bytes);

// Start/end ranges: the id of a new one, and its end. `domain` nullptr: the default domain.
std::uint64_t start_range(const Name* domain, const Name* label);
void end_range(const Name* domain, std::uint64_t id);

// Nesting level of this thread in `domain`, as NVTX returns it: enter gives the level of the new
// range, leave that of the ended one, negative when none was open.
int enter(const Name* domain, const Name* label);
int leave(const Name* domain);

}  // namespace ncu_regions::host
