// Zoo: ranges across fork and exec.
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/zoo/zoo.h"

namespace {

void wait_for(pid_t child, int expected) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  require(WIFEXITED(status) && WEXITSTATUS(status) == expected, "the child ended well");
}

// A range that is open while the process is copied: the child pops it too, and goes on with ranges
// of its own, down to a grandchild.
void grandchild() {
  nvtxRangePushA("grandchild");
  _exit(3);
}
void child() {
  nvtxRangePop();  // of the parent's range
  nvtxRangePushA("child");
  const pid_t further = fork();
  if (further == 0) grandchild();
  wait_for(further, 3);
  nvtxRangePop();
}
void forks() {
  nvtxRangePushA("parent");
  const pid_t first = fork();
  if (first == 0) {
    child();
    exit(1);
  }
  const pid_t second = fork();
  if (second == 0) {
    empty_range("child of few words");
    _exit(2);
  }
  wait_for(first, 1);
  wait_for(second, 2);
  empty_range("after");
  nvtxRangePop();
}

// A copy of the process that the C library does not announce (no pthread_atfork handler runs): its
// events must not end up between those of the parent.
void unannounced(pid_t (*copy)()) {
  nvtxRangePushA("parent");
  for (int i = 0; i < 100; ++i) empty_range("before");
  const pid_t pid = copy();
  if (pid == 0) {
    for (int i = 0; i < 100; ++i) empty_range("copy");
    _exit(0);
  }
  wait_for(pid, 0);
  for (int i = 0; i < 100; ++i) empty_range("after");
  nvtxRangePop();
}
pid_t raw_fork() { return static_cast<pid_t>(syscall(SYS_fork)); }
void unannounced_by_libc() { unannounced(_Fork); }
void unannounced_by_kernel() { unannounced(raw_fork); }

// Forks while other threads record, each with labels that are new to the library.
int g_go_on = 1;
void* recording_thread(void*) {
  char label[32];
  const auto go_on = [] { return __atomic_load_n(&g_go_on, __ATOMIC_RELAXED) != 0; };
  for (int i = 0; i < 100 || (i < 50000 && go_on()); ++i) {
    snprintf(label, sizeof(label), "label %d", i % 100);
    empty_range(label);
  }
  return nullptr;
}
void* forking_thread(void*) {
  for (int i = 0; i < 20; ++i) {
    const pid_t pid = fork();
    if (pid == 0) {
      empty_range("forked");
      empty_range("label 1");
      _exit(0);
    }
    wait_for(pid, 0);
  }
  return nullptr;
}
void forks_between_threads() {
  warm_up();  // NVTX itself hangs in a process that was copied while NVTX loaded its tool
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) {
    require(pthread_create(&threads[i], nullptr, i == 0 ? forking_thread : recording_thread,
                           nullptr) == 0,
            "a thread");
  }
  pthread_join(threads[0], nullptr);
  __atomic_store_n(&g_go_on, 0, __ATOMIC_RELAXED);
  for (int i = 1; i < 4; ++i) pthread_join(threads[i], nullptr);
}

// The same process as another program, in the middle of a range.
void replaced() {
  nvtxRangePushA("before exec");
  empty_range("first image");
  fflush(stdout);
  execl(g_program, "zoo", "image", nullptr);
}
void image() {
  nvtxRangePushA("second image");
  work(1000);
  nvtxRangePop();
  nvtxRangePop();  // of a range that the first image opened
}

void start_other(bool keep_descriptors) {
  const pid_t pid = fork();
  if (pid == 0) {
    if (!keep_descriptors) syscall(SYS_close_range, 3, ~0u, 0);
    execl(g_program, "zoo", "image", nullptr);
  }
  wait_for(pid, 0);
}
void starts_others() {
  nvtxRangePushA("parent");
  for (int i = 0; i < 3; ++i) start_other(true);
  nvtxRangePop();
}
// As Python's subprocess does: the child gets no descriptor but the first three.
void starts_another_cleanly() {
  nvtxRangePushA("parent");
  start_other(false);
  nvtxRangePop();
}
// A child that was started with an empty environment is not ours to see.
void starts_another_without_environment() {
  nvtxRangePushA("parent");
  const pid_t pid = fork();
  char name[] = "zoo", mode[] = "image";
  char* const arguments[] = {name, mode, nullptr};
  char* const environment[] = {nullptr};
  if (pid == 0) execve(g_program, arguments, environment);
  wait_for(pid, 0);
  nvtxRangePop();
}

// Exact work in two children, and in the parent before they are there, for the counting pass.
void share() {
  nvtxRangePushA("share");
  work(1000);
  nvtxRangePop();
}
void counted_children() {
  warm_up();
  for (int i = 0; i < 2; ++i) {
    const pid_t pid = fork();
    if (pid == 0) {
      share();
      _exit(0);
    }
    wait_for(pid, 0);
  }
}
void counted_family() {
  share();
  counted_children();
}

constexpr Mode kModes[] = {
    {"forks", forks},
    {"_Fork", unannounced_by_libc},
    {"raw-fork", unannounced_by_kernel},
    {"forks-between-threads", forks_between_threads},
    {"exec", replaced},
    {"image", image},
    {"starts-others", starts_others},
    {"starts-another-cleanly", starts_another_cleanly},
    {"starts-another-without-environment", starts_another_without_environment},
    {"counted-children", counted_children},
    {"counted-family", counted_family},
};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
