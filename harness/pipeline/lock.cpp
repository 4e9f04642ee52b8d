#include "harness/pipeline/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

namespace ncu_regions {
namespace {

// The same for all users of the machine. Never deleted: a lock on a deleted file locks nothing.
constexpr char kFile[] = "/tmp/ncu-regions.lock";

int open_lock() {
  // Made by another user it may be open for reading only (fs.protected_regular); enough for flock.
  const int file = open(kFile, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file >= 0) return file;
  return open(kFile, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
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
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

MachineLock::~MachineLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace ncu_regions
