// Host: the binary event files, as the injection library writes them and the reader reads them.
//
// One folder per capture. Each process that the library was loaded into writes, with <key> made
// from its pid (and a number, because exec keeps the pid):
//   <key>.names            who it is, then labels and domains in the order of their ids
//   <key>.<thread>.events  full windows of events, in order
//   <key>.<thread>.tail    the window being filled, a shared mapping: what was stored is on disk
//                          even after abort, _exit or SIGKILL
// Both sides run on the same machine: native byte order.
#pragma once

#include <cstdint>

namespace ncu_regions::host {

inline constexpr char kTailMagic[8] = {'n', 'c', 'u', 'r', 'e', 'v', '0', '2'};
inline constexpr char kNamesMagic[8] = {'n', 'c', 'u', 'r', 'n', 'm', '0', '5'};

// kSample: what a counter of this thread or process said at the event before it.
enum class EventKind : std::uint8_t { kNone, kPush, kPop, kStart, kEnd, kSample };

// Set in Event::flags when this event was measured: callgrind was asked for its totals, or a sample
// follows.
inline constexpr std::uint8_t kCounted = 1;
// Set when time_ns holds ticks of the CPU: the anchors of the names file make nanoseconds of them.
inline constexpr std::uint8_t kTicks = 2;

struct Event {
  std::uint64_t time_ns;  // CLOCK_MONOTONIC, or ticks
  // Start and end: the range. Push: where it was opened, 1-based into the kSource records; 0: not
  // known. The value of a sample.
  std::uint64_t range_id;
  std::uint32_t label;   // 1-based, into <key>.names; 0 for pop and end
  std::uint16_t domain;  // 1-based, into <key>.names; 0 is the default domain
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

// One moment on two clocks: ticks of the CPU and CLOCK_MONOTONIC.
struct Anchor {
  std::uint64_t ticks;
  std::uint64_t time_ns;
};

// A names file begins with this. It is written through shared mappings like the events, so that no
// descriptor of ours is open in the program between two calls.
struct NamesHeader {
  char magic[8];
  std::uint64_t process;      // pid
  std::uint64_t start_ticks;  // when the process started (/proc/self/stat), to put them in order
  std::uint64_t lost;         // events that no thread counts as lost
  std::uint64_t children;     // forked processes that could not make files of their own
  Anchor first;               // when the file was made
  Anchor last;                // the latest one; the same until the first window is full
};

// It grows by whole blocks of this many bytes. A record never crosses a block's end; a record of
// kind kNone says that the rest of the block is empty.
inline constexpr std::uint64_t kNamesBlockBytes = std::uint64_t{64} * 1024;
// Kept free at the end of a block, so that a reason can be written when the disk is full.
inline constexpr std::uint64_t kNamesReserveBytes = 256;

// kLost: something was not recorded. kSilent: the library was loaded and records nothing. The text
// says why. kRank: "VARIABLE=value" of the launcher that started this process. kSource: where
// ranges were opened, as decimal numbers "start domain label file line": 1 for start/end ranges,
// else 0; the ids of domain and label of the range; the id of the file's name, which is a label,
// too.
enum class NameKind : std::uint32_t { kNone, kLabel, kDomain, kLost, kSilent, kRank, kSource };
inline constexpr std::uint32_t kNameKinds = 7;

// Followed by `bytes` bytes of text, padded to a multiple of 8. Ids count up from 1 for each kind.
// `kind` is written last: a record is there whole or not at all.
struct NameRecord {
  NameKind kind;
  std::uint32_t bytes;
};
inline constexpr std::uint64_t record_bytes(std::uint64_t text_bytes) {
  return sizeof(NameRecord) + (text_bytes + 7) / 8 * 8;
}

// The NVTX domain in which host builds announce their kernel launches (ncu_regions/annotate.h has
// it too: neither side includes the other's header).
inline constexpr char kLaunchDomain[] = "ncu_regions.launch";

// The NVTX domain in which programs say where the range is opened that follows (annotate.h): the
// file as the name of a category, whose number is the line.
inline constexpr char kSourceDomain[] = "ncu_regions.source";

// Environment of the program under test.
inline constexpr char kEventsVariable[] = "NCU_REGIONS_EVENTS";  // folder of the event files
inline constexpr char kCountVariable[] = "NCU_REGIONS_COUNT";    // one of the words below
inline constexpr char kCountByStatus[] = "callgrind";            // ask callgrind for its totals
inline constexpr char kCountByDump[] = "callgrind-dump";         // let callgrind dump them
inline constexpr char kSampleCpuTime[] = "cpu-time";             // read the CPU clock
inline constexpr char kSamplePerf[] = "perf";                    // read the kernel's counter
// In that folder, optional: the labels whose boundaries are measured, each ended by a NUL. Without
// it every range is. Those of the launch domain are not meant.
inline constexpr char kCountedLabelsFile[] = "counted-labels";
// In that folder, empty: launches inside of what is measured are counted one by one (by status
// only).
inline constexpr char kCountedLaunchesFile[] = "counted-launches";

// Changes when the instructions that the library leaves in a program's counts change: it is part
// of the fingerprint of every instruction count.
inline constexpr int kLibraryRevision = 1;

}  // namespace ncu_regions::host
