#include "harness/pipeline/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <set>
#include <utility>

#include "harness/core/error.h"
#include "harness/core/hash.h"

namespace ncu_regions {
namespace {

constexpr int kMostSeconds = 600;

// Never deleted: a lock on a deleted file locks nothing.
int open_lock(const std::string& file) {
  // Made by another user it may be open for reading only (fs.protected_regular); enough for flock.
  const int opened = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (opened >= 0) return opened;
  return open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
}

// flock has no time limit of its own.
bool wait_for(int file, int operation) {
  constexpr timespec kPause = {0, 100'000'000};
  for (int i = 0; i < kMostSeconds * 10; ++i) {
    nanosleep(&kPause, nullptr);
    if (flock(file, operation | LOCK_NB) == 0) return true;
  }
  return false;
}

void lock(int opened, int operation, const std::string& file, const MachineLock::Tell& tell) {
  if (flock(opened, operation | LOCK_NB) == 0) return;
  tell("another measurement is running on this machine: waiting for it to end");
  if (wait_for(opened, operation)) return;
  throw Error(ErrorKind::kMeasurement, "another measurement has held " + file + " for " +
                                           std::to_string(kMostSeconds) +
                                           " s: nothing was measured");
}

}  // namespace

MachineLock::MachineLock(Tell tell, const std::vector<std::string>& gpus, std::string file)
    : tell_(std::move(tell)), file_(std::move(file)), is_whole_(gpus.empty()) {
  try {
    take(file_, is_whole_ ? LOCK_EX : LOCK_SH);
    // Each once, and in one order for all: nobody waits in a circle.
    for (const std::string& gpu : std::set<std::string>(gpus.begin(), gpus.end()))
      take(file_ + "." + short_hash(gpu), LOCK_EX);
  } catch (...) {
    for (const int opened : files_) close(opened);
    throw;
  }
}

void MachineLock::take(const std::string& file, int operation) {
  const int opened = open_lock(file);
  if (opened < 0) {
    tell_("cannot open " + file + " (" + strerror(errno) +
          "): another measurement on this machine would not be noticed");
    return;
  }
  files_.push_back(opened);
  lock(opened, operation, file, tell_);
}

// The kernel gives a shared lock back before it waits for the exclusive one, and those of the GPUs
// are given back here: nobody waits for somebody who waits for him.
void MachineLock::take_whole_machine() {
  if (is_whole_) return;
  is_whole_ = true;
  for (const int opened : files_) close(opened);
  files_.clear();
  take(file_, LOCK_EX);
}

MachineLock::~MachineLock() {
  for (const int file : files_) close(file);
}

}  // namespace ncu_regions
