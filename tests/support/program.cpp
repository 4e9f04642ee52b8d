#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/core/files.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

[[noreturn]] void become(const std::vector<std::string>& argv, const ProgramOptions& options,
                         const std::string& out, const std::string& err) {
  for (const auto& [name, value] : options.environment) {
    value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
  }
  if (!options.working_directory.empty() && chdir(options.working_directory.c_str()) != 0) {
    _exit(125);
  }
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 1);
  dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 2);
  std::vector<char*> pointers;
  for (const std::string& arg : argv) pointers.push_back(const_cast<char*>(arg.c_str()));
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  _exit(126);
}

}  // namespace

ProgramResult run_program(const std::vector<std::string>& argv, const ProgramOptions& options) {
  const TempFolder folder;
  const std::string out = (folder / "out").string(), err = (folder / "err").string();
  const pid_t pid = fork();
  if (pid == 0) become(argv, options, out, err);
  int status = 0;
  waitpid(pid, &status, 0);
  ProgramResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_file(out);
  result.err = read_file(err);
  return result;
}

}  // namespace ncu_regions
