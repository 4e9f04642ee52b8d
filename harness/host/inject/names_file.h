// Injection library: this process's names file. The caller holds the library's lock, except where
// it says otherwise.
#pragma once

#include <cstddef>

#include "harness/host/events.h"

namespace ncu_regions::host {

// What the files of this process are called: "<pid>-<image>".
const char* process_key();

// Makes the file under a fresh key: exec keeps the pid, so the file of an earlier image may be
// there already. False when that is not possible.
bool open_names_file();
bool has_names_file();

// After a fork: the parent's file stays untouched. The child makes its own at its first event.
void forget_names_file();

// False when there is no room on the disk; a kLost record finds room then, once.
bool append_name(NameKind kind, const char* text, std::size_t bytes);

// The latest moment that is known on both clocks; whether it is time for another one (without the
// lock).
void refresh_anchor();
bool anchor_is_old(std::uint64_t ticks);

// In a forked process that cannot record: its parent's capture must not pass for complete.
void tell_original();

// An event was lost that no thread counts. Without the lock.
void count_lost_event();

}  // namespace ncu_regions::host
