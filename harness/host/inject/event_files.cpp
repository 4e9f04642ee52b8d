#include "harness/host/inject/event_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/host/inject/names_file.h"
#include "harness/host/inject/state.h"

namespace ncu_regions::host {
namespace {

constexpr std::size_t kMaxPath = 4096;
constexpr std::size_t kMaxName = 128;

char g_folder[kMaxPath];

// Not on the stack: that of a signal handler may be small. The caller holds the lock.
const char* path_of(const char* name) {
  static char path[kMaxPath + kMaxName];
  snprintf(path, sizeof(path), "%s/%s", g_folder, name);
  return path;
}

void thread_file_name(char (&name)[kMaxName], std::uint64_t number, const char* ending) {
  snprintf(name, sizeof(name), "%s.%llu.%s", process_key(), static_cast<unsigned long long>(number),
           ending);
}

// Past this size a write or an allocation would end the program with SIGXFSZ.
bool is_allowed(std::uint64_t file_size) {
  rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || file_size <= limit.rlim_cur;
}

// Appends the window to the thread's file, which is not kept open: a program with many threads must
// not run out of descriptors because of us.
bool write_out(const Window& window) {
  constexpr std::size_t kBytes = kTailCapacity * sizeof(Event);
  if (!is_allowed(((window.tail->state >> 32) + 1) * kBytes)) return false;
  char name[kMaxName];
  thread_file_name(name, window.tail->thread, "events");
  const int file = open_in_folder(name, O_WRONLY | O_CREAT | O_APPEND);
  if (file < 0) return false;
  const ssize_t written = write(file, window.events, kBytes);
  close(file);
  return written == static_cast<ssize_t>(kBytes);
}

// Writes a full window out and starts it again. On failure the window is kept: later events are
// counted as lost, the earlier ones stay readable.
bool flush(Window& window) {
  if (window.failed) return false;
  const Lock lock;
  window.failed = !write_out(window);
  if (window.failed) return false;
  refresh_anchor();
  window.flushed = true;
  const std::uint64_t windows = (window.tail->state >> 32) + 1;
  __atomic_store_n(&window.tail->state, windows << 32, __ATOMIC_RELEASE);
  return true;
}

}  // namespace

bool set_events_folder(const char* folder) {
  if (strlen(folder) >= kMaxPath) return false;
  strcpy(g_folder, folder);
  return true;
}

int open_in_folder(const char* name, int flags) {
  const int file = open(path_of(name), flags | O_CLOEXEC, 0644);
  // Whatever the program's umask is: we open the file again.
  if (file >= 0 && (flags & O_CREAT) != 0) fchmod(file, 0644);
  return file;
}

void remove_from_folder(const char* name) { unlink(path_of(name)); }

void* map_file(int file, std::uint64_t at, std::size_t bytes) {
  if (!is_allowed(at + bytes)) return nullptr;
  const auto offset = static_cast<off_t>(at);
  if (posix_fallocate(file, offset, static_cast<off_t>(bytes)) != 0) return nullptr;
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  return pages == MAP_FAILED ? nullptr : pages;
}

bool open_window(Window& window, std::uint64_t number) {
  char name[kMaxName];
  thread_file_name(name, number, "tail");
  const int file = open_in_folder(name, O_RDWR | O_CREAT | O_TRUNC);
  if (file < 0) return false;
  void* pages = map_file(file, 0, kTailBytes);
  close(file);
  if (pages == nullptr) {
    remove_from_folder(name);
    return false;
  }
  window.tail = static_cast<TailHeader*>(pages);
  window.events = reinterpret_cast<Event*>(window.tail + 1);
  window.tail->process = static_cast<std::uint64_t>(getpid());
  window.tail->thread = number;
  window.tail->capacity = kTailCapacity;
  memcpy(window.tail->magic, kTailMagic, sizeof(kTailMagic));
  return true;
}

void close_window(Window& window) {
  if (window.tail == nullptr) return;
  const std::uint64_t used = window.tail->state & 0xffffffffu;
  char name[kMaxName];
  thread_file_name(name, window.tail->thread, "tail");
  munmap(window.tail, kTailBytes);
  window.tail = nullptr;
  const int file = open_in_folder(name, O_WRONLY);
  if (file < 0) return;
  // The file stays readable either way.
  [[maybe_unused]] const int ignored =
      ftruncate(file, static_cast<off_t>(sizeof(TailHeader) + used * sizeof(Event)));
  close(file);
}

void store(Window& window, const Event& event) {
  TailHeader* tail = window.tail;
  if ((tail->state & 0xffffffffu) == kTailCapacity && !flush(window)) {
    ++tail->lost;
    return;
  }
  window.events[tail->state & 0xffffffffu] = event;
  __atomic_store_n(&tail->state, tail->state + 1, __ATOMIC_RELEASE);
  ++window.next;
}

}  // namespace ncu_regions::host
