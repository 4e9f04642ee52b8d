#include "tests/bench/child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

namespace ncu_regions {
namespace {

[[noreturn]] void become(const std::vector<std::string>& argv, const std::string& folder,
                         const std::vector<std::string>& variables) {
  const int out = open((folder + "/output.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || chdir(folder.c_str()) != 0) _exit(126);
  for (const std::string& variable : variables) {
    const std::size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

}  // namespace

ChildCost run_child(const std::vector<std::string>& argv, const std::string& folder,
                    const std::vector<std::string>& variables) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t pid = fork();
  if (pid == 0) become(argv, folder, variables);
  int status = 0;
  rusage usage = {};
  wait4(pid, &status, 0, &usage);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  ChildCost cost;
  if (WIFEXITED(status)) cost.exit_code = WEXITSTATUS(status);
  cost.seconds = spent.count();
  const auto seconds_of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  cost.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  cost.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return cost;
}

}  // namespace ncu_regions
