#include "harness/machine/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/process/supervised_process.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

// The end of a pipe that is read here, and the one that the program writes to.
class Listener {
 public:
  Listener() {
    if (pipe2(ends_, O_CLOEXEC) != 0) {
      throw Error(ErrorKind::kMeasurement, std::string("cannot create a pipe: ") + strerror(errno));
    }
  }
  ~Listener() {
    close_end(0);
    close_end(1);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void started() { close_end(1); }
  bool is_open() const { return ends_[0] >= 0; }

  // Takes what is there. False when it is more than `most`.
  bool take(std::string& text, std::size_t most) {
    char buffer[4096];
    const ssize_t got = read(ends_[0], buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) close_end(0);
    if (got > 0 && text.size() < most) text.append(buffer, static_cast<std::size_t>(got));
    return text.size() < most;
  }

 private:
  void close_end(int which) {
    if (ends_[which] >= 0) close(ends_[which]);
    ends_[which] = -1;
  }
  int ends_[2] = {-1, -1};
};

// Until nobody holds the pipes open any more: the supervisor leaves nobody who could.
void read_answer(Listener& output, Listener& errors, SupervisedProcess& process, std::size_t most,
                 ProgramAnswer& answer) {
  while (output.is_open() || errors.is_open()) {
    pollfd ready[] = {{output.read_end(), POLLIN, 0}, {errors.read_end(), POLLIN, 0}};
    if (poll(ready, 2, -1) < 0 && errno != EINTR) break;
    if (ready[0].revents != 0 && !output.take(answer.output, most)) process.end();
    if (ready[1].revents != 0 && !errors.take(answer.errors, most)) process.end();
  }
}

std::string how_it_ended(const SupervisorReport& report, double limit_s, std::size_t most) {
  if (report.start_error != 0) {
    return std::string("cannot be started: ") + strerror(report.start_error);
  }
  if (report.timed_out) return "did not answer within " + shortest(limit_s) + " s";
  if (!report.ended) return "said more than " + std::to_string(most / 1024) + " KiB and was ended";
  if (WIFSIGNALED(report.status)) {
    return "was ended by signal " + std::to_string(WTERMSIG(report.status)) + " (" +
           strsignal(WTERMSIG(report.status)) + ")";
  }
  const int code = WEXITSTATUS(report.status);
  return code == 0 ? "" : "ended with exit code " + std::to_string(code);
}

void ask_supervised(const std::vector<std::string>& argv, double limit_s, std::size_t most,
                    ProgramAnswer& answer) {
  Listener output;
  Listener errors;
  SupervisedProgram program;
  program.argv = pointers_to(argv);
  for (char** entry = environ; *entry != nullptr; ++entry) program.environment.push_back(*entry);
  program.environment.push_back(nullptr);
  Listener nothing;  // an empty standard input: nobody writes to it
  program.files = {{0, nothing.read_end()}, {1, output.write_end()}, {2, errors.write_end()}};
  program.timeout_s = limit_s;
  SupervisedProcess process(program);
  for (Listener* each : {&nothing, &output, &errors}) each->started();
  read_answer(output, errors, process, most, answer);
  const SupervisorReport report = process.wait();
  answer.bad_end = how_it_ended(report, limit_s, most);
  answer.ended_itself = report.ended && WIFEXITED(report.status);
}

}  // namespace

ProgramAnswer answer_of(const std::vector<std::string>& argv, double limit_s,
                        std::size_t most_bytes) {
  ProgramAnswer answer;
  try {
    ask_supervised(argv, limit_s, most_bytes, answer);
  } catch (const Error& error) {
    answer.bad_end = std::string("cannot be asked: ") + error.what();
  }
  return answer;
}

std::string ProgramAnswer::last_line() const {
  constexpr std::size_t kMostCharacters = 300;
  std::string_view words = trim(trim(errors).empty() ? output : errors);
  if (words.size() > kMostCharacters) words.remove_prefix(words.size() - kMostCharacters);
  return printable(join(split(words, '\n'), " "));
}

std::optional<std::string> ask_program(const std::vector<std::string>& argv, double limit_s) {
  ProgramAnswer answer = answer_of(argv, limit_s);
  if (!answer.bad_end.empty()) return std::nullopt;
  return std::move(answer.output);
}

std::string broken_tool(const fs::path& program, const ProgramAnswer& answer) {
  const std::string words = answer.last_line();
  return printable(program.string()) + " does not work: with --version it " +
         (answer.bad_end.empty() ? "tells no version" : answer.bad_end) +
         (words.empty() ? ", and said nothing" : "; it said: " + words);
}

std::vector<fs::path> find_programs(const std::string& name, const std::vector<fs::path>& further) {
  std::vector<fs::path> folders;
  if (const char* path = std::getenv("PATH")) {
    for (const std::string& folder : split(path, ':')) folders.emplace_back(folder);
  }
  folders.insert(folders.end(), further.begin(), further.end());
  std::vector<fs::path> found;
  for (const fs::path& folder : folders) {
    if (folder.empty()) continue;
    const fs::path file = folder / name;
    std::error_code failed;
    const bool is_program = fs::is_regular_file(file, failed) && access(file.c_str(), X_OK) == 0;
    if (is_program && std::ranges::find(found, file) == found.end()) found.push_back(file);
  }
  return found;
}

std::optional<fs::path> find_program(const std::string& name,
                                     const std::vector<fs::path>& further) {
  const std::vector<fs::path> found = find_programs(name, further);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

}  // namespace ncu_regions
