#include "harness/host/inject/threads.h"

#include <pthread.h>

#include "harness/host/inject/memory.h"
#include "harness/host/inject/names_file.h"
#include "harness/host/inject/sampling.h"
#include "harness/host/inject/state.h"

namespace ncu_regions::host {

NCU_REGIONS_TLS Thread* t_thread = nullptr;
int g_counted_starts = 0;

namespace {

std::uint64_t g_threads = 0;
pthread_key_t g_thread_key;  // its destructor gives back what a thread had
bool g_has_key = false;

// Runs when a thread ends. A range that comes later still, from another destructor, makes the
// thread known again, under a new number.
void give_back(void* pointer) {
  const AtWork work;
  const Lock lock;
  auto* thread = static_cast<Thread*>(pointer);
  if (t_thread == thread) t_thread = nullptr;
  close_window(thread->window);
  close_instruction_counter(thread->counter);
  release_pages(thread, sizeof(Thread));
}

// Not when instructions are counted: ending a thread would take more of them.
void give_back_at_exit(Thread* thread) {
  if (is_counting()) return;
  if (!g_has_key) g_has_key = pthread_key_create(&g_thread_key, give_back) == 0;
  if (g_has_key) pthread_setspecific(g_thread_key, thread);
}

}  // namespace

Thread* new_thread() {
  const Lock lock;
  auto* thread = static_cast<Thread*>(map_pages(sizeof(Thread)));
  if (thread == nullptr) {
    switch_off(kNoRoom);
    return nullptr;
  }
  t_thread = thread;
  if (!begin_files()) {
    tell_original();
    switch_off(kNoRoom);
  } else if (!open_window(thread->window, g_threads++)) {
    leave_word(NameKind::kLost, "a thread's event file could not be made");
  }
  thread->counter = mode() == Mode::kPerf ? open_instruction_counter() : -1;
  give_back_at_exit(thread);
  return thread;
}

void forget_threads() {
  if (g_has_key) pthread_setspecific(g_thread_key, nullptr);  // what it holds is the original's
  t_thread = nullptr;
  g_threads = 0;
  g_counted_starts = 0;
}

void count_interruption() {
  if (t_thread != nullptr && t_thread->window.tail != nullptr) {
    ++t_thread->window.tail->lost;
  } else {
    count_lost_event();
  }
}

}  // namespace ncu_regions::host
