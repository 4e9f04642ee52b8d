#include "harness/host/inject/recorder.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "harness/host/inject/counting.h"
#include "harness/host/inject/memory.h"

namespace ncu_regions::host {
namespace {

constexpr std::size_t kCacheEntries = 64;
constexpr std::size_t kMaxPath = 4096;
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
  TailHeader* tail;  // nullptr: this thread cannot record
  Event* events;
  bool failed;         // a full window could not be written out
  std::uint64_t next;  // number of the next event of this thread
  CacheEntry cache[kCacheEntries];
  Levels levels[kTrackedDomains];
};

// Never destroyed: ranges arrive from the program's static destructors too.
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
enum class State { kNew, kOn, kOff } g_state = State::kNew;
bool g_counting = false;
char g_folder[kMaxPath];
char g_key[64];
bool g_has_files = false;  // a forked child makes its own at its first event
std::uint64_t g_threads = 0;
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

int open_in_folder(const char* name, int flags) {
  char path[kMaxPath + 128];
  snprintf(path, sizeof(path), "%s/%s", g_folder, name);
  return open(path, flags | O_CLOEXEC, 0644);
}

// A fresh key: exec keeps the pid, so the names file of an earlier image may be there already.
bool open_names() {
  for (int image = 0; image < 1000; ++image) {
    snprintf(g_key, sizeof(g_key), "%ld-%d", static_cast<long>(getpid()), image);
    char name[96];
    snprintf(name, sizeof(name), "%s.names", g_key);
    const int file = open_in_folder(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
    if (file < 0) continue;
    if (write(file, kNamesMagic, sizeof(kNamesMagic)) < 0) return false;
    write_names_to(file);
    g_has_files = true;
    return true;
  }
  return false;
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
  write_names_to(-1);
  g_has_files = false;
}

bool start_locked() {
  const char* folder = getenv(kEventsVariable);
  if (folder == nullptr || strlen(folder) >= kMaxPath) return false;
  strcpy(g_folder, folder);
  const char* count = getenv(kCountVariable);
  g_counting = count != nullptr && strcmp(count, "callgrind") == 0;
  if (g_counting && !counting_is_possible()) {
    if (open_names()) leave_word(NameKind::kSilent, why_counting_is_impossible());
    return false;
  }
  if (g_counting) read_counted_labels();
  g_launch_domain = intern(NameKind::kDomain, kLaunchDomain, sizeof(kLaunchDomain) - 1);
  pthread_atfork(nullptr, nullptr, after_fork_in_child);
  return open_names();
}

void thread_file_name(char (&name)[128], std::uint64_t number, const char* ending) {
  snprintf(name, sizeof(name), "%s.%llu.%s", g_key, static_cast<unsigned long long>(number),
           ending);
}

bool map_tail(Thread* thread, std::uint64_t number) {
  char name[128];
  thread_file_name(name, number, "tail");
  const int file = open_in_folder(name, O_RDWR | O_CREAT | O_TRUNC);
  if (file < 0) return false;
  void* pages = MAP_FAILED;
  // Reserve the space: on a full disk a store into a hole would kill the program with SIGBUS.
  if (posix_fallocate(file, 0, kTailBytes) == 0) {
    pages = mmap(nullptr, kTailBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  if (pages == MAP_FAILED) return false;
  thread->tail = static_cast<TailHeader*>(pages);
  thread->events = reinterpret_cast<Event*>(thread->tail + 1);
  return true;
}

Thread* new_thread() {
  const Lock lock;
  auto* thread = static_cast<Thread*>(map_pages(sizeof(Thread)));
  if (thread == nullptr) return nullptr;
  t_thread = thread;
  if (!g_has_files && !open_names()) return thread;
  const std::uint64_t number = g_threads++;
  if (!map_tail(thread, number)) {
    leave_word(NameKind::kLost, "a thread's event file could not be made");
    return thread;
  }
  thread->tail->process = static_cast<std::uint64_t>(getpid());
  thread->tail->thread = number;
  thread->tail->capacity = kTailCapacity;
  memcpy(thread->tail->magic, kTailMagic, sizeof(kTailMagic));
  return thread;
}

Thread* this_thread() { return t_thread != nullptr ? t_thread : new_thread(); }

// Writes a full window out and starts it again. The file is not kept open: a program with many
// threads must not run out of descriptors because of us. On failure the window is kept: later
// events are counted as lost, the earlier ones stay readable.
bool flush(Thread* thread) {
  if (thread->failed) return false;
  char name[128];
  thread_file_name(name, thread->tail->thread, "events");
  const int file = open_in_folder(name, O_WRONLY | O_CREAT | O_APPEND);
  const std::size_t bytes = kTailCapacity * sizeof(Event);
  const ssize_t written = file < 0 ? -1 : write(file, thread->events, bytes);
  if (file >= 0) close(file);
  thread->failed = written != static_cast<ssize_t>(bytes);
  if (thread->failed) return false;
  const std::uint64_t windows = (thread->tail->state >> 32) + 1;
  __atomic_store_n(&thread->tail->state, windows << 32, __ATOMIC_RELEASE);
  return true;
}

void store(Thread* thread, const Event& event) {
  TailHeader* tail = thread->tail;
  if ((tail->state & 0xffffffffu) == kTailCapacity && !flush(thread)) {
    ++tail->lost;
    return;
  }
  thread->events[tail->state & 0xffffffffu] = event;
  __atomic_store_n(&tail->state, tail->state + 1, __ATOMIC_RELEASE);
  ++thread->next;
}

std::uint16_t domain_number(const Name* domain) {
  return domain == nullptr ? 0 : static_cast<std::uint16_t>(domain->id);
}

void record_event(EventKind kind, const Name* domain, const Name* label, std::uint64_t range_id,
                  bool counted) {
  Thread* thread = this_thread();
  if (thread == nullptr || thread->tail == nullptr) return;
  Event event = {};
  event.range_id = range_id;
  event.label = label == nullptr ? 0 : label->id;
  event.domain = domain_number(domain);
  event.kind = kind;
  event.flags = counted ? kCounted : 0;
  event.time_ns = now_ns();
  if (counted) cut(thread->tail->thread, thread->next);
  store(thread, event);
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

void record(EventKind kind, const Name* domain, const Name* label, std::uint64_t range_id) {
  record_event(kind, domain, label, range_id, false);
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
