#include "harness/runs/baseline_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr int kMostSeconds = 60;
constexpr int kTriesInASecond = 50;

int open_folder(const fs::path& folder) {
  make_folder(folder);
  const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened >= 0) return opened;
  throw Error(ErrorKind::kMeasurement,
              "cannot open " + printable(folder.string()) + ": " + std::strerror(errno));
}

// A folder that was deleted or replaced meanwhile is not the one that the next writer locks.
bool is_still_at(int opened, const fs::path& folder) {
  struct stat ours = {};
  struct stat there = {};
  return fstat(opened, &ours) == 0 && stat(folder.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

// flock has no time limit of its own.
bool wait_for_writer(int opened) {
  constexpr timespec kPause = {0, 1'000'000'000 / kTriesInASecond};
  for (int i = 0; i < kMostSeconds * kTriesInASecond; ++i) {
    nanosleep(&kPause, nullptr);
    if (flock(opened, LOCK_EX | LOCK_NB) == 0) return true;
  }
  return false;
}

// False when the file system cannot lock a folder.
bool lock_folder(int opened, const fs::path& folder, const BaselineLock::Tell& tell) {
  if (flock(opened, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) {
    tell("cannot lock " + printable(folder.string()) + " (" + std::strerror(errno) +
         "): run no other 'ncu-regions accept' at the same time, it would not be noticed");
    return false;
  }
  tell("another 'ncu-regions accept' is writing to " + printable(folder.string()) +
       ": waiting for it to end");
  if (wait_for_writer(opened)) return true;
  throw Error(ErrorKind::kMeasurement,
              "nothing was accepted: another 'ncu-regions accept' has held " +
                  printable(folder.string()) + " for " + std::to_string(kMostSeconds) +
                  " s. Let it end, then accept again");
}

}  // namespace

BaselineLock::BaselineLock(const fs::path& folder, const Tell& tell) {
  for (bool is_done = false; !is_done;) {
    folder_ = open_folder(folder);
    try {
      is_done = !lock_folder(folder_, folder, tell) || is_still_at(folder_, folder);
    } catch (...) {
      close(folder_);
      throw;
    }
    if (!is_done) close(folder_);
  }
}

BaselineLock::~BaselineLock() { close(folder_); }

}  // namespace ncu_regions
