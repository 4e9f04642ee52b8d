#include "harness/machine/probe.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBytes = std::size_t{64} * 1024;

bool spawn(const std::vector<std::string>& argv, int out, pid_t& pid) {
  std::vector<char*> pointers;
  pointers.reserve(argv.size() + 1);
  for (const std::string& arg : argv) pointers.push_back(const_cast<char*>(arg.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const int failed = posix_spawn(&pid, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0;
}

// Reads until the end or the deadline; false at the deadline.
bool read_until(int in, Clock::time_point deadline, std::string& text) {
  char buffer[4096];
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready = {in, POLLIN, 0};
    if (left <= 0 || poll(&ready, 1, static_cast<int>(left)) <= 0) return false;
    const ssize_t got = read(in, buffer, sizeof(buffer));
    if (got <= 0 || text.size() > kMostBytes) return got == 0;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

// A program may close its output and go on.
bool ends_until(pid_t pid, Clock::time_point deadline, int& status) {
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) return false;
    poll(nullptr, 0, 1);
  }
  return true;
}

struct Answer {
  std::string text;
  bool ended = false;  // within the limit
  int status = 0;      // of waitpid
};

Answer answer_of(const std::vector<std::string>& argv, double limit_s) {
  Answer answer;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return answer;
  pid_t pid = 0;
  const bool started = spawn(argv, ends[1], pid);
  close(ends[1]);
  if (started) {
    const auto limit = std::chrono::milliseconds(static_cast<long>(limit_s * 1000));
    answer.ended = read_until(ends[0], Clock::now() + limit, answer.text);
    answer.ended = answer.ended && ends_until(pid, Clock::now() + limit, answer.status);
    if (!answer.ended) {
      kill(pid, SIGKILL);
      waitpid(pid, &answer.status, 0);
    }
  }
  close(ends[0]);
  return answer;
}

}  // namespace

std::optional<std::string> ask_program(const std::vector<std::string>& argv, double limit_s) {
  Answer answer = answer_of(argv, limit_s);
  if (!answer.ended || !WIFEXITED(answer.status) || WEXITSTATUS(answer.status) != 0) {
    return std::nullopt;
  }
  return std::move(answer.text);
}

std::string last_words(const std::vector<std::string>& argv, double limit_s) {
  return answer_of(argv, limit_s).text;
}

std::optional<fs::path> find_program(const std::string& name,
                                     const std::vector<fs::path>& further) {
  std::vector<fs::path> folders;
  if (const char* path = std::getenv("PATH")) {
    for (const std::string& folder : split(path, ':')) folders.emplace_back(folder);
  }
  folders.insert(folders.end(), further.begin(), further.end());
  for (const fs::path& folder : folders) {
    if (folder.empty()) continue;
    const fs::path file = folder / name;
    std::error_code failed;
    if (fs::is_regular_file(file, failed) && access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

}  // namespace ncu_regions
