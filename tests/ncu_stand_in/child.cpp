#include "tests/ncu_stand_in/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include "tests/ncu_stand_in/files.h"

namespace ncu_regions::stand_in {
namespace {

constexpr unsigned kSleepAtMostSeconds = 300;

volatile sig_atomic_t child_pid = 0;
volatile sig_atomic_t stop_asked = 0;

void on_stop(int) {
  stop_asked = 1;
  if (child_pid > 0) kill(child_pid, SIGKILL);
}

// No stop is taken while it lives: the child's number is not known yet.
class HoldSignals {
 public:
  HoldSignals() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_BLOCK, &held, &before_);
  }
  ~HoldSignals() { release(); }
  HoldSignals(const HoldSignals&) = delete;
  HoldSignals& operator=(const HoldSignals&) = delete;
  void release() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

void handle(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;  // without SA_RESTART
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

[[noreturn]] void sleep_until_killed() {
  alarm(kSleepAtMostSeconds);
  while (true) pause();
}

[[noreturn]] void become_sleeper(bool with_daemon, int tell) {
  const pid_t daemon = with_daemon ? fork() : -1;
  if (daemon == 0) {
    setsid();
    close(tell);
    sleep_until_killed();
  }
  write_all(tell, std::to_string(daemon > 0 ? daemon : 0));
  close(tell);
  sleep_until_killed();
}

[[noreturn]] void become_program(const std::vector<std::string>& argv, bool null_stdin) {
  if (null_stdin) dup2(open("/dev/null", O_RDONLY), 0);
  std::vector<char*> pointers;
  for (const std::string& arg : argv) pointers.push_back(const_cast<char*>(arg.c_str()));
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  _exit(127);
}

std::string read_all(int fd) {
  std::string text;
  char part[64];
  while (true) {
    const ssize_t size = read(fd, part, sizeof(part));
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(part, static_cast<std::size_t>(size));
  }
}

// Whole or not at all: somebody may be waiting for it.
void write_pids(const std::string& file, const std::string& daemon) {
  if (file.empty()) return;
  const std::string part = file + "." + std::to_string(getpid());
  append_to_file(part, "{\"ncu\": " + std::to_string(getpid()) +
                           ", \"child\": " + std::to_string(child_pid) +
                           ", \"daemon\": " + (daemon.empty() ? "0" : daemon) + "}\n");
  std::rename(part.c_str(), file.c_str());
}

int wait_for_child() {
  int status = 0;
  while (waitpid(child_pid, &status, 0) < 0 && errno == EINTR) {
  }
  child_pid = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

}  // namespace

void take_signals(const CaptureEntry& entry) {
  handle(SIGXFSZ, SIG_IGN);
  handle(SIGTERM, entry.ignore_term ? SIG_IGN : on_stop);
  handle(SIGINT, on_stop);
}

ChildEnd run_child(const CaptureEntry& entry, const std::vector<std::string>& argv, bool null_stdin,
                   const std::string& pids_file) {
  int tell[2] = {-1, -1};  // closed when the program starts, or with the daemon's number
  if (pipe2(tell, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  {
    const HoldSignals held;
    child_pid = fork();
    if (child_pid == 0) {
      handle(SIGXFSZ, SIG_DFL);
      handle(SIGINT, SIG_DFL);
      if (!entry.ignore_term) handle(SIGTERM, SIG_DFL);
      held.release();
      entry.sleeps ? become_sleeper(entry.daemon, tell[1]) : become_program(argv, null_stdin);
    }
  }
  if (child_pid < 0) throw std::runtime_error("no child");
  close(tell[1]);
  write_pids(pids_file, read_all(tell[0]));
  close(tell[0]);
  if (entry.kill_self != 0) {
    handle(entry.kill_self, SIG_DFL);
    raise(entry.kill_self);
  }
  const int code = wait_for_child();
  return {stop_asked != 0, code};
}

}  // namespace ncu_regions::stand_in
