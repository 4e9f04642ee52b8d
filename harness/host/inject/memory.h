// Injection library: memory that is not the program's heap. With malloc in the library, later
// regions that allocate would move by up to 13 % in the counting pass.
#pragma once

#include <cstddef>

namespace ncu_regions::host {

// Zeroed pages, or nullptr. Never freed, except by release_pages.
void* map_pages(std::size_t bytes);
void release_pages(void* pages, std::size_t bytes);

// Bump allocation out of mapped pages; never freed; nullptr when the system has no memory. The
// caller holds the library's lock.
void* arena_allocate(std::size_t bytes);

}  // namespace ncu_regions::host
