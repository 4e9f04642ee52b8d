// Injection library: whether and what it records in this process.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <cstddef>

#include "harness/host/events.h"
#include "harness/host/inject/at_work.h"
#include "harness/host/inject/modes.h"
#include "harness/host/inject/names.h"

namespace ncu_regions::host {

// The library's lock: names and files, and the system calls that they need. A thread may take it
// again.
class Lock {
 public:
  Lock();
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Quietly quietly_;
  sigset_t signals_;
};

// Reads the environment and prepares the files. False when there is nothing to record here: no
// events folder, a folder that cannot be written, or a counting pass that callgrind does not run.
// May be called many times, from any thread; only the first call does something.
bool start_recording();

extern Mode g_mode;
inline Mode mode() { return g_mode; }
inline bool is_counting() { return mode() == Mode::kStatus || mode() == Mode::kDump; }

// Whether launches inside counted ranges are counted, too. Not with dumps: each of them costs more
// than a launch may.
extern bool g_count_launches;
inline bool counts_launches() { return g_count_launches; }

// The domain in which host builds announce their launches.
extern const Name* g_launch_domain;

// Whether events may be timed in ticks of the CPU.
bool uses_ticks();

// The rest is for those who hold the lock.

// Makes sure that this process has its names file: a forked child makes its own at its first event.
bool begin_files();

// A record that is no name: the reader turns it into an error or a reason.
void leave_word(NameKind kind, const char* why);

// Our own failure is not the program's: it goes on, without us, and the capture says why.
void switch_off(const char* why);
bool is_off();
inline constexpr char kNoRoom[] =
    "the recorder switched itself off: no memory, or no room on the disk";

// Never nullptr.
const Name* known_name(NameKind kind, const char* text, std::size_t bytes);

}  // namespace ncu_regions::host
