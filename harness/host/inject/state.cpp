#include "harness/host/inject/state.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "harness/host/inject/at_work.h"
#include "harness/host/inject/clock.h"
#include "harness/host/inject/counting.h"
#include "harness/host/inject/event_files.h"
#include "harness/host/inject/memory.h"
#include "harness/host/inject/names_file.h"
#include "harness/host/inject/process_identity.h"
#include "harness/host/inject/threads.h"

namespace ncu_regions::host {

NCU_REGIONS_TLS bool t_at_work = false;
volatile char* g_original = nullptr;
Mode g_mode = Mode::kTime;
bool g_count_launches = false;
const Name* g_launch_domain = nullptr;

namespace {

// Never destroyed: ranges arrive from the program's static destructors too.
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
enum class State { kNew, kOn, kOff };
std::atomic<State> g_state = State::kNew;
bool g_use_ticks = false;
NCU_REGIONS_TLS int t_lock_depth = 0;
Name g_nameless = {"", 0, 0, 0, NameKind::kLabel, false};  // for a recorder that is switched off

void read_counted_labels() {
  const int file = open_in_folder(kCountedLabelsFile, O_RDONLY);
  if (file < 0) return;
  struct stat about = {};
  const auto size = fstat(file, &about) == 0 ? static_cast<std::size_t>(about.st_size) : 0;
  void* pages = size == 0 ? MAP_FAILED : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (pages == MAP_FAILED) return;
  const auto* text = static_cast<const char*>(pages);
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t bytes = strnlen(text + begin, size - begin);
    count_only(text + begin, bytes);
    begin += bytes + 1;
  }
  munmap(pages, size);
}

bool has_file(const char* name) {
  const int file = open_in_folder(name, O_RDONLY);
  if (file >= 0) close(file);
  return file >= 0;
}

void take_lock() {
  if (t_lock_depth++ == 0) pthread_mutex_lock(&g_lock);
}
void leave_lock() {
  if (--t_lock_depth == 0) pthread_mutex_unlock(&g_lock);
}

// Nobody is inside the library while the process is copied, except ourselves: a signal handler that
// interrupted us may fork. The program's own handlers of pthread_atfork run meanwhile, and may open
// ranges.
void before_fork() {
  if (!t_at_work) take_lock();
}
void after_fork_in_parent() {
  if (!t_at_work) leave_lock();
}
void after_fork_in_child() {
  if (g_original == nullptr || *g_original == 0) start_over_in_copy();
}

// A page that the kernel empties in a copy of this process.
void mark_original() {
  constexpr std::size_t kPage = 4096;
  auto* page = static_cast<char*>(map_pages(kPage));
  if (page == nullptr || madvise(page, kPage, MADV_WIPEONFORK) != 0) return;
  *page = 1;
  g_original = page;
}

bool start_locked() {
  const char* folder = getenv(kEventsVariable);
  if (folder == nullptr || !set_events_folder(folder)) return false;
  g_mode = mode_from(getenv(kCountVariable));
  if (is_counting() && !counting_is_possible()) {
    if (open_names_file()) leave_word(NameKind::kSilent, why_counting_is_impossible());
    return false;
  }
  if (g_mode != Mode::kTime) read_counted_labels();
  g_count_launches = g_mode == Mode::kStatus && has_file(kCountedLaunchesFile);
  g_launch_domain = intern(NameKind::kDomain, kLaunchDomain, sizeof(kLaunchDomain) - 1);
  mark_original();
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  g_use_ticks = g_mode == Mode::kTime && ticks_are_time();
  return begin_files();
}

}  // namespace

// Signals wait: a handler that does not come back (siglongjmp) would leave the lock behind.
Lock::Lock() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &signals_);
  take_lock();
}
Lock::~Lock() {
  leave_lock();
  pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
}

bool start_recording() {
  const AtWork work;
  if (work.interrupted()) return false;  // a signal handler's first range, while we start
  const Lock lock;
  if (g_state == State::kNew) g_state = start_locked() ? State::kOn : State::kOff;
  return g_state == State::kOn;
}

bool uses_ticks() { return g_use_ticks; }

// The mappings are shared with the original: the copy must not touch them. It starts over with
// files of its own, once it has something to record.
void start_over_in_copy() {
  pthread_mutex_t unlocked = PTHREAD_MUTEX_INITIALIZER;
  memcpy(&g_lock, &unlocked, sizeof(g_lock));
  t_lock_depth = 0;
  if (g_original != nullptr) *g_original = 1;
  forget_threads();
  forget_names_file();
}

bool begin_files() {
  if (has_names_file()) return true;
  if (!open_names_file()) return false;
  char rank[128];
  if (rank_variable(rank, sizeof(rank))) leave_word(NameKind::kRank, rank);
  return write_all_names();
}

void leave_word(NameKind kind, const char* why) { append_name(kind, why, strlen(why)); }

bool is_off() { return g_state.load(std::memory_order_relaxed) == State::kOff; }

void switch_off(const char* why) {
  if (is_off()) return;
  g_state.store(State::kOff, std::memory_order_relaxed);
  leave_word(NameKind::kLost, why);
}

const Name* known_name(NameKind kind, const char* text, std::size_t bytes) {
  const Name* name = is_off() ? nullptr : intern(kind, text, bytes);
  if (name != nullptr) return name;
  switch_off(kNoRoom);
  return &g_nameless;
}

}  // namespace ncu_regions::host
