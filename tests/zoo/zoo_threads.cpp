// Zoo: many threads, short ones, small ones, and ones that are cancelled.
#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>

#include "tests/zoo/zoo.h"

namespace {

pthread_t start_thread(void* (*body)(void*), const pthread_attr_t* attributes = nullptr) {
  pthread_t thread;
  require(pthread_create(&thread, attributes, body, nullptr) == 0, "a thread can be made");
  return thread;
}

// 64 threads that record as fast as they can: several windows each.
constexpr int kThreads = 64;
constexpr int kSteps = 3000;
void* busy_thread(void*) {
  nvtxRangePushA("thread");
  for (int i = 0; i < kSteps; ++i) empty_range(i % 2 == 0 ? "even" : "odd");
  nvtxRangePop();
  return nullptr;
}
void busy_threads() {
  pthread_t threads[kThreads];
  for (pthread_t& thread : threads) thread = start_thread(busy_thread);
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}

// Exact work on each of a few threads, for the counting pass.
void* counted_thread(void*) {
  nvtxRangePushA("step");
  work(1000);
  nvtxRangePop();
  return nullptr;
}
void counted_threads() {
  warm_up();
  pthread_t threads[8];
  for (pthread_t& thread : threads) thread = start_thread(counted_thread);
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}

void* short_thread(void*) {
  empty_range("short");
  return nullptr;
}

pthread_attr_t stack_of(std::size_t bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  require(pthread_attr_setstacksize(&attributes, bytes) == 0, "a stack of that size");
  return attributes;
}

// Many threads, one after the other, in little memory: what was kept for a thread must be given
// back when it ends, or the program does not get what it needs afterwards.
void one_after_the_other() {
  empty_range("first");
  constexpr rlim_t kBytes = 100 << 20;
  const rlimit limit = {kBytes, kBytes};
  require(setrlimit(RLIMIT_AS, &limit) == 0, "a limit");
  const pthread_attr_t small = stack_of(64 << 10);
  for (int i = 0; i < 400; ++i) pthread_join(start_thread(short_thread, &small), nullptr);
  char* memory = static_cast<char*>(malloc(kBytes / 2));
  require(memory != nullptr, "there is memory left");
  free(memory);
}

// The smallest stack that a thread may have.
void small_stack() {
  warm_up();
  const pthread_attr_t attributes = stack_of(PTHREAD_STACK_MIN);
  pthread_join(start_thread(short_thread, &attributes), nullptr);
}

// A thread that is to be cancelled opens ranges before it looks for that. NVTX calls are no
// cancellation points: it must come to its own, and nobody may hang afterwards.
void* cancelled_thread(void*) {
  pthread_cancel(pthread_self());
  nvtxRangePushA("cancelled");
  for (int i = 0; i < 3000; ++i) empty_range("inside");
  nvtxRangePop();
  printf("reached its cancellation point\n");
  fflush(stdout);
  pthread_testcancel();
  return nullptr;
}
void cancelled() {
  warm_up();
  alarm(3);  // instead of hanging for long
  void* result = nullptr;
  pthread_join(start_thread(cancelled_thread), &result);
  require(result == PTHREAD_CANCELED, "the thread was cancelled");
  empty_range("after it");
}

// The last ranges of a thread are those in the destructors of its thread-specific data.
void last_range(void*) { empty_range("in a destructor"); }
pthread_key_t g_key;
void* thread_with_destructor(void*) {
  pthread_setspecific(g_key, &g_key);
  empty_range("in the thread");
  return nullptr;
}
void destructors() {
  pthread_key_create(&g_key, last_range);
  for (int i = 0; i < 3; ++i) pthread_join(start_thread(thread_with_destructor), nullptr);
}

constexpr Mode kModes[] = {
    {"busy", busy_threads},
    {"counted", counted_threads},
    {"in-little-memory", one_after_the_other},
    {"small-stack", small_stack},
    {"cancelled", cancelled},
    {"destructors", destructors},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
