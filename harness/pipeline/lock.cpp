#include "harness/pipeline/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "harness/core/error.h"

namespace ncu_regions {
namespace {

// The same for all users of the machine. Never deleted: a lock on a deleted file locks nothing.
constexpr char kFile[] = "/tmp/ncu-regions.lock";
constexpr int kMostSeconds = 600;

int open_lock() {
  // Made by another user it may be open for reading only (fs.protected_regular); enough for flock.
  const int file = open(kFile, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file >= 0) return file;
  return open(kFile, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
}

// flock has no time limit of its own.
bool wait_for(int file) {
  constexpr timespec kPause = {0, 100'000'000};
  for (int i = 0; i < kMostSeconds * 10; ++i) {
    nanosleep(&kPause, nullptr);
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
  }
  return false;
}

}  // namespace

MachineLock::MachineLock(const std::function<void(const std::string&)>& tell) : file_(open_lock()) {
  if (file_ < 0) {
    tell(std::string("cannot open ") + kFile + " (" + strerror(errno) +
         "): another measurement on this machine would not be noticed");
    return;
  }
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  tell("another measurement is running on this machine: waiting for it to end");
  if (wait_for(file_)) return;
  close(file_);
  throw Error(ErrorKind::kMeasurement, std::string("another measurement has held ") + kFile +
                                           " for " + std::to_string(kMostSeconds) +
                                           " s: nothing was measured");
}

MachineLock::~MachineLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace ncu_regions
