#include "harness/host/inject/recorder.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/host/inject/counting.h"
#include "harness/host/inject/event_files.h"
#include "harness/host/inject/memory.h"

namespace ncu_regions::host {
namespace {

constexpr std::size_t kCacheEntries = 64;
constexpr std::size_t kTrackedDomains = 64;  // nesting levels of later domains are not returned
constexpr std::size_t kTrackedDepth = 1024;

struct CacheEntry {
  const char* pointer;
  const Name* name;
};

// Which open ranges of a domain were cut: a pop has no label of its own.
struct Levels {
  int depth;
  bool counted[kTrackedDepth];
};

struct Thread {
  Window window;
  CacheEntry cache[kCacheEntries];
  Levels levels[kTrackedDomains];
};

// Never destroyed: ranges arrive from the program's static destructors too.
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
enum class State { kNew, kOn, kOff } g_state = State::kNew;
bool g_counting = false;
std::uint64_t g_threads = 0;
std::uint64_t g_next_range = 2;
const Name* g_launch_domain = nullptr;

// initial-exec: the general model would malloc in the program's heap at a thread's first range.
__attribute__((tls_model("initial-exec"))) thread_local Thread* t_thread = nullptr;

class Lock {
 public:
  Lock() { pthread_mutex_lock(&g_lock); }
  ~Lock() { pthread_mutex_unlock(&g_lock); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

std::uint64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

// A record that is no name: the reader turns it into an error or a reason.
void leave_word(NameKind kind, const char* why) { intern(kind, why, strlen(why)); }

void read_counted_labels() {
  const int file = open_in_folder(kCountedLabelsFile, O_RDONLY);
  if (file < 0) return;
  constexpr std::size_t kMost = 4 << 20;
  auto* text = static_cast<char*>(map_pages(kMost));
  std::size_t size = 0;
  if (text != nullptr) {
    for (ssize_t got; size < kMost && (got = read(file, text + size, kMost - size)) > 0;) {
      size += static_cast<std::size_t>(got);
    }
  }
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t bytes = strnlen(text + begin, size - begin);
    count_only(text + begin, bytes);
    begin += bytes + 1;
  }
  release_pages(text, kMost);
  close(file);
}

// The mapping is shared with the parent: the child must not touch it. It starts over with files of
// its own, once it has something to record.
void after_fork_in_child() {
  pthread_mutex_t unlocked = PTHREAD_MUTEX_INITIALIZER;
  memcpy(&g_lock, &unlocked, sizeof(g_lock));
  t_thread = nullptr;
  g_threads = 0;
  forget_names_file();
}

bool start_locked() {
  const char* folder = getenv(kEventsVariable);
  if (folder == nullptr || !set_events_folder(folder)) return false;
  const char* count = getenv(kCountVariable);
  g_counting = count != nullptr && strcmp(count, "callgrind") == 0;
  if (g_counting && !counting_is_possible()) {
    if (open_names_file()) leave_word(NameKind::kSilent, why_counting_is_impossible());
    return false;
  }
  if (g_counting) read_counted_labels();
  g_launch_domain = intern(NameKind::kDomain, kLaunchDomain, sizeof(kLaunchDomain) - 1);
  pthread_atfork(nullptr, nullptr, after_fork_in_child);
  return open_names_file();
}

Thread* new_thread() {
  const Lock lock;
  auto* thread = static_cast<Thread*>(map_pages(sizeof(Thread)));
  if (thread == nullptr) return nullptr;
  t_thread = thread;
  if (!has_names_file() && !open_names_file()) return thread;
  if (!open_window(thread->window, g_threads++)) {
    leave_word(NameKind::kLost, "a thread's event file could not be made");
  }
  return thread;
}

Thread* this_thread() { return t_thread != nullptr ? t_thread : new_thread(); }

std::uint16_t domain_number(const Name* domain) {
  return domain == nullptr ? 0 : static_cast<std::uint16_t>(domain->id);
}

void record_event(EventKind kind, const Name* domain, const Name* label, std::uint64_t range_id,
                  bool counted) {
  Thread* thread = this_thread();
  if (thread == nullptr || thread->window.tail == nullptr) return;
  Event event = {};
  event.range_id = range_id;
  event.label = label == nullptr ? 0 : label->id;
  event.domain = domain_number(domain);
  event.kind = kind;
  event.flags = counted ? kCounted : 0;
  event.time_ns = now_ns();
  if (counted) cut(thread->window.tail->thread, thread->window.next);
  store(thread->window, event);
}

// Only where the pop can be told to belong to this push: not in the 65th domain or at level 1025.
bool is_counted(const Name* domain, const Name* label, const Levels* levels) {
  return g_counting && domain != g_launch_domain && label != nullptr && label->counted &&
         levels != nullptr && levels->depth < static_cast<int>(kTrackedDepth);
}

Levels* levels_of(const Name* domain) {
  Thread* thread = this_thread();
  const std::uint16_t number = domain_number(domain);
  return thread == nullptr || number >= kTrackedDomains ? nullptr : &thread->levels[number];
}

}  // namespace

bool start_recording() {
  const Lock lock;
  if (g_state == State::kNew) g_state = start_locked() ? State::kOn : State::kOff;
  return g_state == State::kOn;
}

bool is_counting() { return g_counting; }

const Name* label_for(const char* text, std::size_t bytes) {
  const Lock lock;
  return intern(NameKind::kLabel, text, bytes);
}

const Name* label_for_pointer(const char* text) {
  Thread* thread = this_thread();
  if (thread == nullptr) return label_for(text, strlen(text));
  CacheEntry& entry = thread->cache[(reinterpret_cast<std::uintptr_t>(text) >> 3) % kCacheEntries];
  // The text is compared too: a buffer is reused for another label.
  if (entry.pointer != text || strcmp(entry.name->text, text) != 0) {
    entry.name = label_for(text, strlen(text));
    entry.pointer = text;
  }
  return entry.name;
}

const Name* domain_for(const char* text, std::size_t bytes) {
  if (bytes == 0) return nullptr;  // a domain without a name is the default domain
  const Lock lock;
  const Name* name = intern(NameKind::kDomain, text, bytes);
  if (name->id <= 0xffff) return name;
  leave_word(NameKind::kLost, "more than 65,535 domains");
  return nullptr;
}

// The lowest bit of an id says whether the range is counted: its end has no label.
std::uint64_t start_range(const Name* domain, const Name* label) {
  const bool counted = g_counting && label->counted;
  const std::uint64_t id =
      __atomic_fetch_add(&g_next_range, 2, __ATOMIC_RELAXED) | (counted ? 1 : 0);
  record_event(EventKind::kStart, domain, label, id, counted);
  return id;
}

void end_range(const Name* domain, std::uint64_t id) {
  record_event(EventKind::kEnd, domain, nullptr, id, g_counting && (id & 1) != 0);
}

int enter(const Name* domain, const Name* label) {
  Levels* levels = levels_of(domain);
  const bool counted = is_counted(domain, label, levels);
  record_event(EventKind::kPush, domain, label, 0, counted);
  if (levels == nullptr) return 0;
  const int level = levels->depth++;
  if (level < static_cast<int>(kTrackedDepth)) levels->counted[level] = counted;
  return level;
}

int leave(const Name* domain) {
  Levels* levels = levels_of(domain);
  const int level = levels == nullptr || levels->depth == 0 ? -1 : --levels->depth;
  const bool tracked = level >= 0 && level < static_cast<int>(kTrackedDepth);
  record_event(EventKind::kPop, domain, nullptr, 0, tracked && levels->counted[level]);
  return level;
}

}  // namespace ncu_regions::host
