// kill_at_change N PROGRAM ARGS...: runs the program and kills it (SIGKILL) just before its N-th
// call of the system that changes a file or prints: open for writing, write, rename, unlink, mkdir,
// close. Exit codes: 0 killed, 1 the program ended before that, 2 wrong usage, 77 the system allows
// no tracing.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

bool changes_something(const __ptrace_syscall_info& call) {
  switch (call.entry.nr) {
    case SYS_openat:
      return (call.entry.args[2] & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
    case SYS_write:
    case SYS_writev:
    case SYS_close:
    case SYS_fsync:
    case SYS_ftruncate:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_unlinkat:
    case SYS_mkdirat:
#ifdef SYS_rename  // newer architectures have the others alone
    case SYS_open:
    case SYS_rename:
    case SYS_unlink:
    case SYS_mkdir:
#endif
      return true;
    default:
      return false;
  }
}

bool is_change(pid_t child) {
  __ptrace_syscall_info info = {};
  const auto size = reinterpret_cast<void*>(sizeof(info));
  if (ptrace(PTRACE_GET_SYSCALL_INFO, child, size, &info) <= 0) {
    return false;
  }
  return info.op == PTRACE_SYSCALL_INFO_ENTRY && changes_something(info);
}

int trace(pid_t child, long nth) {
  int status = 0;
  waitpid(child, &status, 0);  // stopped at its exec
  if (!WIFSTOPPED(status)) return 77;
  ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  int signal = 0;
  for (;;) {
    ptrace(PTRACE_SYSCALL, child, nullptr, signal);
    if (waitpid(child, &status, 0) < 0) return 2;
    if (WIFEXITED(status) || WIFSIGNALED(status)) return 1;
    const bool is_call = WSTOPSIG(status) == (SIGTRAP | 0x80);
    signal = is_call ? 0 : WSTOPSIG(status);
    if (!is_call || !is_change(child) || --nth > 0) continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(77);
    execv(argv[2], argv + 2);
    _exit(77);
  }
  return trace(child, atol(argv[1]));
}
