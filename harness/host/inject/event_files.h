// Injection library: the events folder, and a thread's window onto its event file. The caller holds
// the library's lock, except for store().
#pragma once

#include <cstdint>

#include "harness/host/events.h"

namespace ncu_regions::host {

// Remembers where the files go. False when the path is too long.
bool set_events_folder(const char* folder);

// A file of the events folder; -1 like open().
int open_in_folder(const char* name, int flags);
void remove_from_folder(const char* name);

// Maps `bytes` bytes of the file from `at` on, shared, and reserves the space for them: on a full
// disk a store into a hole would kill the program. nullptr when there is no room.
void* map_file(int file, std::uint64_t at, std::size_t bytes);

// What one thread has recorded and not yet written out: a shared mapping of its tail file.
struct Window {
  TailHeader* tail;  // nullptr: this thread cannot record
  Event* events;
  bool failed;         // a full window could not be written out
  bool flushed;        // one was
  std::uint64_t next;  // number of the next event of this thread
};

// Makes thread `number`'s tail file. False when that is not possible.
bool open_window(Window& window, std::uint64_t number);

// The thread has ended: its mapping is given back, and its file becomes as long as it has to be.
void close_window(Window& window);

// Stores one event; counts it as lost when the disk is full.
void store(Window& window, const Event& event);

}  // namespace ncu_regions::host
