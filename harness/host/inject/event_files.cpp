#include "harness/host/inject/event_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/host/inject/names_file.h"

namespace ncu_regions::host {
namespace {

constexpr std::size_t kMaxPath = 4096;
constexpr std::size_t kMaxName = 128;

char g_folder[kMaxPath];

void thread_file_name(char (&name)[kMaxName], std::uint64_t number, const char* ending) {
  snprintf(name, sizeof(name), "%s.%llu.%s", process_key(), static_cast<unsigned long long>(number),
           ending);
}

// Writes a full window out and starts it again. The file is not kept open: a program with many
// threads must not run out of descriptors because of us. On failure the window is kept: later
// events are counted as lost, the earlier ones stay readable.
bool flush(Window& window) {
  if (window.failed) return false;
  char name[kMaxName];
  thread_file_name(name, window.tail->thread, "events");
  const int file = open_in_folder(name, O_WRONLY | O_CREAT | O_APPEND);
  const std::size_t bytes = kTailCapacity * sizeof(Event);
  const ssize_t written = file < 0 ? -1 : write(file, window.events, bytes);
  if (file >= 0) close(file);
  window.failed = written != static_cast<ssize_t>(bytes);
  if (window.failed) return false;
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
  char path[kMaxPath + kMaxName];
  snprintf(path, sizeof(path), "%s/%s", g_folder, name);
  return open(path, flags | O_CLOEXEC, 0644);
}

bool open_window(Window& window, std::uint64_t number) {
  char name[kMaxName];
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
  window.tail = static_cast<TailHeader*>(pages);
  window.events = reinterpret_cast<Event*>(window.tail + 1);
  window.tail->process = static_cast<std::uint64_t>(getpid());
  window.tail->thread = number;
  window.tail->capacity = kTailCapacity;
  memcpy(window.tail->magic, kTailMagic, sizeof(kTailMagic));
  return true;
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
