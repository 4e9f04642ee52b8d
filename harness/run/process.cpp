#include "harness/run/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/process/supervised_process.h"
#include "harness/run/interrupt.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, int error) {
  throw Error(ErrorKind::kMeasurement, what + ": " + strerror(error));
}

class File {
 public:
  File(const fs::path& path, int flags) : number_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    if (number_ < 0) fail("cannot open " + path.string(), errno);
  }
  File(File&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  File& operator=(File&&) = delete;
  ~File() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Until the supervisor has something to say, or a signal came.
void wait_while_running(int report_from, const Tick& tick, Clock::time_point begin) {
  for (;;) {
    pollfd ready = {report_from, POLLIN, 0};
    const int got = poll(&ready, 1, 1000);
    if (got > 0 || interruption() != 0) return;
    if (got == 0 && tick) tick(seconds_since(begin));
  }
}

SupervisorReport run_supervised(const SupervisedProgram& program, const Tick& tick) {
  const InterruptionsKept kept;
  SupervisedProcess process(program);
  wait_while_running(process.when_ended(), tick, Clock::now());
  if (interruption() != 0) process.end();
  const SupervisorReport told = process.wait();
  if (interruption() != 0) {
    throw Error(ErrorKind::kMeasurement, std::string("interrupted: ") + strsignal(interruption()) +
                                             "; the program was ended");
  }
  return told;
}

double unix_now_s() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

ProcessEnd end_of(const SupervisorReport& report, double began_s, double seconds) {
  ProcessEnd end;
  end.began_s = began_s;
  end.pid = report.pid;
  end.timed_out = report.timed_out;
  end.left_behind = report.left_behind;
  end.seconds = seconds;
  if (WIFSIGNALED(report.status)) end.signal = WTERMSIG(report.status);
  if (WIFEXITED(report.status)) end.exit_code = WEXITSTATUS(report.status);
  return end;
}

}  // namespace

ProcessEnd run_process(const CaptureCommand& command, const fs::path& folder, const Tick& tick) {
  std::vector<File> files;
  files.emplace_back("/dev/null", O_RDONLY);
  files.emplace_back(folder / "stdout.txt", O_WRONLY | O_CREAT | O_TRUNC);
  files.emplace_back(folder / "stderr.txt", O_WRONLY | O_CREAT | O_TRUNC);

  SupervisedProgram program;
  program.argv = pointers_to(command.argv);
  program.environment = pointers_to(command.environment);
  const std::string working_directory = command.working_directory.string();
  program.working_directory = working_directory.empty() ? nullptr : working_directory.c_str();
  program.timeout_s = command.timeout_s;
  for (int i = 0; i < 3; ++i)
    program.files.emplace_back(i, files[static_cast<std::size_t>(i)].number());

  const double began_s = unix_now_s();
  const Clock::time_point begin = Clock::now();
  const SupervisorReport report = run_supervised(program, tick);
  const double spent = seconds_since(begin);
  if (report.start_error == 0 && !report.ended && !report.timed_out) {
    throw Error(ErrorKind::kMeasurement, "the end of " + command.argv.front() + " was not seen");
  }
  if (report.start_error != 0) {
    fail("cannot start " + command.argv.front() +
             (working_directory.empty() ? "" : " in " + working_directory),
         report.start_error);
  }
  return end_of(report, began_s, spent);
}

std::string bad_end(const ProcessEnd& end, const CaptureCommand& command) {
  if (end.timed_out) {
    return "was still running after " + shortest(command.timeout_s) +
           " s and was ended (setting timeout_s)";
  }
  if (end.signal != 0) {
    return std::string("was ended by signal ") + std::to_string(end.signal) + " (" +
           strsignal(end.signal) + ")";
  }
  if (end.exit_code == 0) return "";
  return "ended with exit code " + std::to_string(end.exit_code) + ", expected 0";
}

// No line begins as the program wrote it, and print_line breaks the tags that ctest obeys.
std::string last_words(const fs::path& folder) {
  constexpr std::size_t kMostLastLines = 5;
  constexpr std::size_t kMostBytes = 2000;
  std::string text = read_file(folder / "stderr.txt");
  std::string where = "error";
  if (trim(text).empty()) {
    text = read_file(folder / "stdout.txt");
    where = "output";
  }
  if (text.size() > kMostBytes) text.erase(0, text.size() - kMostBytes);
  std::vector<std::string> lines = split(trim(text), '\n');
  if (lines.size() > kMostLastLines) lines.erase(lines.begin(), lines.end() - kMostLastLines);
  std::string quoted;
  for (const std::string& line : lines) quoted += "\n  | " + printable(line);
  return trim(text).empty() ? "" : "\nits last words on standard " + where + ":" + quoted;
}

void require_success(const ProcessEnd& end, const CaptureCommand& command, const fs::path& folder) {
  const std::string what = bad_end(end, command);
  if (what.empty()) return;
  throw Error(ErrorKind::kMeasurement,
              "capture " + command.id + ": the workload " + what + "; its output is in " +
                  folder.string() + " (stdout.txt, stderr.txt); the command was:\n  " +
                  printable(shell_line(command.argv)) + last_words(folder));
}

}  // namespace ncu_regions
