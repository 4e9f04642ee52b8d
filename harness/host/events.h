// Host: the binary event files, as the injection library writes them and the reader reads them.
//
// One folder per capture. Each process that the library was loaded into writes, with <key> made
// from its pid (and a number, because exec keeps the pid):
//   <key>.names            labels and domains, in the order of their ids
//   <key>.<thread>.events  full windows of events, in order
//   <key>.<thread>.tail    the window being filled, a shared mapping: what was stored is on disk
//                          even after abort, _exit or SIGKILL
// Both sides run on the same machine: native byte order.
#pragma once

#include <cstdint>

namespace ncu_regions::host {

inline constexpr char kTailMagic[8] = {'n', 'c', 'u', 'r', 'e', 'v', '0', '1'};
inline constexpr char kNamesMagic[8] = {'n', 'c', 'u', 'r', 'n', 'm', '0', '1'};

enum class EventKind : std::uint8_t { kNone = 0, kPush = 1, kPop = 2, kStart = 3, kEnd = 4 };

// Set in Event::flags when the counting pass asked callgrind for its totals at this event.
inline constexpr std::uint8_t kCounted = 1;

struct Event {
  std::uint64_t time_ns;   // CLOCK_MONOTONIC
  std::uint64_t range_id;  // start and end only
  std::uint32_t label;     // 1-based, into <key>.names; 0 for pop and end
  std::uint16_t domain;    // 1-based, into <key>.names; 0 is the default domain
  EventKind kind;
  std::uint8_t flags;
};
static_assert(sizeof(Event) == 24);

struct TailHeader {
  char magic[8];
  std::uint64_t process;   // pid
  std::uint64_t thread;    // number of the thread in this process, in order of first use
  std::uint64_t capacity;  // events in a window
  // Full windows in <thread>.events << 32 | events in this one. A single word, so that whatever
  // moment the process dies at, no event is read twice and none is lost.
  std::uint64_t state;
  std::uint64_t lost;  // events that could not be stored (disk full)
};

inline constexpr std::uint64_t kTailBytes = std::uint64_t{64} * 1024;
inline constexpr std::uint64_t kTailCapacity = (kTailBytes - sizeof(TailHeader)) / sizeof(Event);

// kLost: a thread that could not record, or names that could not be told apart; the text says why.
// kSilent: the library was loaded and records nothing; the text says why.
enum class NameKind : std::uint32_t { kLabel = 1, kDomain = 2, kLost = 3, kSilent = 4 };

// Followed by `bytes` bytes of text. Ids count up from 1 for each kind.
struct NameRecord {
  NameKind kind;
  std::uint32_t bytes;
};

// The NVTX domain in which host builds announce their kernel launches (ncu_regions/annotate.h has
// it too: neither side includes the other's header).
inline constexpr char kLaunchDomain[] = "ncu_regions.launch";

// Environment of the program under test.
inline constexpr char kEventsVariable[] = "NCU_REGIONS_EVENTS";  // folder of the event files
inline constexpr char kCountVariable[] = "NCU_REGIONS_COUNT";    // "callgrind": counting pass
// In that folder, optional: the labels whose boundaries are counted, each ended by a NUL. Without
// it every range is counted, except those of the launch domain.
inline constexpr char kCountedLabelsFile[] = "counted-labels";

// Changes when the instructions that the library leaves in a program's counts change: it is part
// of the fingerprint of every instruction count.
inline constexpr int kLibraryRevision = 1;

}  // namespace ncu_regions::host
