// Zoo: copies of a process that end, begin or fail in their own ways.
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/zoo/zoo.h"

namespace {

void wait_for(pid_t pid) {
  int status = 0;
  require(waitpid(pid, &status, 0) == pid && status == 0, "the child ended well");
}

// The only thread of the child ends like a thread: whatever is done then must not be done to the
// files of the parent.
void* fork_and_return(void*) {
  empty_range("before");
  const pid_t pid = fork();
  if (pid == 0) return nullptr;
  wait_for(pid);
  for (int i = 0; i < 3000; ++i) empty_range("after");
  return nullptr;
}
void ends_like_a_thread() {
  nvtxRangePushA("main");
  pthread_t thread;
  pthread_create(&thread, nullptr, fork_and_return, nullptr);
  pthread_join(thread, nullptr);
  nvtxRangePop();
}

// The program's own handlers run while the library holds still.
void before() { nvtxRangePushA("before fork"); }
void after() { nvtxRangePop(); }
void in_child() { empty_range("in the child's handler"); }
void with_handlers() {
  pthread_atfork(before, after, in_child);
  nvtxRangePushA("main");
  const pid_t pid = fork();
  if (pid == 0) {
    empty_range("child");
    _exit(0);
  }
  wait_for(pid);
  nvtxRangePop();
}

// A child that may open no file.
void without_files() {
  nvtxRangePushA("parent");
  const pid_t pid = fork();
  if (pid == 0) {
    const rlimit none = {3, 3};
    setrlimit(RLIMIT_NOFILE, &none);
    empty_range("child");
    _exit(0);
  }
  wait_for(pid);
  nvtxRangePop();
}

constexpr Mode kModes[] = {{"ends-like-a-thread", ends_like_a_thread},
                           {"with-handlers", with_handlers},
                           {"without-files", without_files}};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
