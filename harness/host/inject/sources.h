// Injection library: where in the sources ranges are opened. A program that includes annotate.h
// tells it directly before each of its ranges; it belongs to the next range of that thread, and to
// no other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/host/inject/names.h"

namespace ncu_regions::host {

// The handle of kSourceDomain, or nullptr when this is the name of another domain. It is none of
// the program's domains: it has no number, and no ranges.
const Name* source_domain(const char* text, std::size_t bytes);
bool is_source_domain(const Name* domain);

// The next range of this thread is opened there. What is no place in a source is not noted.
void note_source(const char* file, std::uint32_t line);

// Another range is closed first: what was told came to nothing.
void forget_source();

// Of the range that is opened now: the number of its record in the names file, which is written
// once for each distinct one; 0 when nobody told. Nobody is told twice: it is forgotten.
std::uint32_t source_of(const Name* domain, const Name* label, bool is_start);

}  // namespace ncu_regions::host
