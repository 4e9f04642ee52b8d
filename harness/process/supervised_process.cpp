#include "harness/process/supervised_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>

#include "harness/core/error.h"
#include "harness/core/own_files.h"
#include "harness/process/launch.h"
#include "harness/process/process_tree.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::kMeasurement, why); }

fs::path find_supervisor() {
  std::vector<fs::path> places;
  if (const char* named = std::getenv("NCU_REGIONS_SUPERVISOR")) places.emplace_back(named);
  for (const char* folder : {NCU_REGIONS_LIBRARY_FOLDERS}) {
    places.push_back(own_file(folder) / "ncu-regions" / "workload-supervisor");
  }
  std::error_code failed;
  std::string looked;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, failed)) return fs::absolute(place);
    looked += "\n  " + place.string();
  }
  refuse("cannot start a program: its supervisor was not found; looked for:" + looked +
         "\nInstall ncu-regions again, or set NCU_REGIONS_SUPERVISOR to workload-supervisor");
}

// Children of this process that are not to be ended as orphans of a supervisor: other supervisors,
// and those that were there before the first of them. The lock is held while a supervisor is made,
// so that nobody takes it for an orphan.
class KnownChildren {
 public:
  pid_t start(const SupervisedProgram& program, const std::string& supervisor,
              const SupervisorPipes& pipes, int alive_here) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (supervisors_.empty()) others_ = children_of(getpid());
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans of a supervisor that was killed come to us
    const pid_t pid = fork();
    if (pid == 0) {
      close(alive_here);  // only the harness may hold it
      become_supervisor(program, supervisor, pipes);
    }
    if (pid > 0) supervisors_.insert(pid);
    return pid;
  }

  void forget(pid_t supervisor) {
    const std::lock_guard<std::mutex> guard(lock_);
    supervisors_.erase(supervisor);
  }

  // Ends what a supervisor that was killed has left to us, and everything below it.
  void end_orphans() {
    constexpr double kMostSeconds = 10;
    constexpr timespec kPause = {0, 2'000'000};
    const std::lock_guard<std::mutex> guard(lock_);
    const double deadline = monotonic_s() + kMostSeconds;
    for (;;) {
      const std::vector<pid_t> found = orphans();
      if (found.empty() || monotonic_s() > deadline) return;
      signal_trees(found, SIGKILL);
      nanosleep(&kPause, nullptr);
      for (const pid_t orphan : found) waitpid(orphan, nullptr, WNOHANG);
    }
  }

 private:
  std::vector<pid_t> orphans() const {
    std::vector<pid_t> found;
    for (const pid_t child : children_of(getpid())) {
      const bool is_other = std::ranges::find(others_, child) != others_.end();
      if (!is_other && !supervisors_.contains(child)) found.push_back(child);
    }
    return found;
  }

  std::mutex lock_;
  std::set<pid_t> supervisors_;
  std::vector<pid_t> others_;
};

KnownChildren& known_children() {
  static KnownChildren known;
  return known;
}

void close_now(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

}  // namespace

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const std::string& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

SupervisedProcess::SupervisedProcess(const SupervisedProgram& program) {
  const std::string supervisor = find_supervisor().string();
  int alive[2];
  int report[2];
  if (pipe2(alive, O_CLOEXEC) != 0) refuse(std::string("cannot create a pipe: ") + strerror(errno));
  if (pipe2(report, O_CLOEXEC) != 0) {
    const int error = errno;
    for (const int file : alive) close(file);
    refuse(std::string("cannot create a pipe: ") + strerror(error));
  }
  alive_ = alive[1];
  report_ = report[0];
  supervisor_ = known_children().start(program, supervisor, {alive[0], report[1]}, alive_);
  const int error = errno;
  close(alive[0]);
  close(report[1]);
  if (supervisor_ > 0) return;
  close_now(alive_);
  close_now(report_);
  refuse(std::string("cannot fork: ") + strerror(error));
}

SupervisedProcess::~SupervisedProcess() {
  if (supervisor_ <= 0) return;
  end();
  try {
    wait();
  } catch (const Error&) {  // what it watched was ended
  }
}

void SupervisedProcess::end() { close_now(alive_); }

SupervisorReport SupervisedProcess::wait() {
  SupervisorReport report;
  ssize_t got = 0;
  do {
    got = read(report_, &report, sizeof(report));
  } while (got < 0 && errno == EINTR);
  // Only a supervisor that has been waited for has handed its children over.
  while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
  known_children().forget(supervisor_);
  supervisor_ = -1;
  close_now(alive_);
  close_now(report_);
  if (got != sizeof(report)) {
    known_children().end_orphans();
    refuse("the supervisor of the program was killed; the program was ended. Measure again");
  }
  if (report.supervisor_error != 0) {
    refuse("cannot start the supervisor " + find_supervisor().string() + ": " +
           strerror(report.supervisor_error) + ". Install ncu-regions again");
  }
  return report;
}

}  // namespace ncu_regions
