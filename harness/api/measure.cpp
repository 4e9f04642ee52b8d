// Runs ncu-regions as a program of its own: it supervises what it measures, finds its own files and
// keeps other measurements out, whatever program this is linked into.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ncu_regions/report.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

struct Ended {
  int exit_code = 0;
  std::string said;
};

[[noreturn]] void fail(const std::string& what, int error) {
  throw ReportError(what + ": " + strerror(error));
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("cannot wait for ncu-regions", errno);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string read_all(int from) {
  std::string text;
  char piece[4096];
  for (;;) {
    const ssize_t got = read(from, piece, sizeof(piece));
    if (got > 0) text.append(piece, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
  }
}

// The environment less what selects cases of a GoogleTest program: that is meant for the caller.
std::vector<char*> environment_of_child() {
  std::vector<char*> variables;
  variables.reserve(64);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.rfind("GTEST_", 0) != 0 && text.rfind("NCU_REGIONS_UNDER_CTEST=", 0) != 0) {
      variables.push_back(*entry);
    }
  }
  variables.push_back(nullptr);
  return variables;
}

pid_t start(const std::vector<std::string>& words, int out) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> environment = environment_of_child();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, out, 2);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, argv.front(), &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail("cannot start " + words.front(), error);
  return child;
}

Ended run(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot create a pipe", errno);
  pid_t child = 0;
  try {
    child = start(words, ends[1]);
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
  Ended ended;
  ended.said = read_all(ends[0]);
  close(ends[0]);
  ended.exit_code = wait_for(child);
  return ended;
}

fs::path run_folder(const MeasureRequest& request) {
  if (!request.run.empty()) return request.run;
  if (request.test.empty()) {
    throw ReportError("measure: a program needs a folder for the results (run)");
  }
  return request.build / "ncu-regions" / request.test;
}

std::vector<std::string> words_of(const MeasureRequest& request, const fs::path& program) {
  for (const std::string& option : request.options) {
    if (option.rfind("--run", 0) == 0) {
      throw ReportError("measure: the folder for the results is `run`, not an option");
    }
  }
  if (request.test.empty() == request.command.empty()) {
    throw ReportError("measure: name a test of a build, or a command, and not both");
  }
  std::vector<std::string> words = {program.string(), "profile"};
  const auto add = [&](const std::string& option, const std::string& value) {
    words.push_back(option);
    words.push_back(value);
  };
  if (!request.test.empty()) {
    add("--build", request.build.string());
    add("--test", request.test);
  }
  if (!request.run.empty()) add("--run", request.run.string());
  for (const std::string& region : request.regions) add("--region", region);
  words.insert(words.end(), request.options.begin(), request.options.end());
  if (!request.command.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), request.command.begin(), request.command.end());
  }
  return words;
}

}  // namespace

Report measure(const MeasureRequest& request, const fs::path& program) {
  const fs::path folder = run_folder(request);
  const Ended ended = run(words_of(request, program));
  constexpr int kSkipped = 77;
  if (ended.exit_code != 0 && ended.exit_code != kSkipped) {
    throw ReportError("ncu-regions ended with exit code " + std::to_string(ended.exit_code) +
                      ":\n" + ended.said);
  }
  return load_report(folder);
}

}  // namespace ncu_regions
