#include "harness/pipeline/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "harness/core/error.h"
#include "harness/core/hash.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

using LockClock = std::chrono::steady_clock;

struct OpenedFile {
  int number = -1;      // -1: cannot be used
  std::string why_not;  // then: the reason
};

// Opens a regular file: a link, a pipe or a device that somebody put there locks nothing.
OpenedFile open_regular(const std::string& file, bool must_be_own) {
  constexpr int kHow = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  // Made by another user it may be opened without O_CREAT only (fs.protected_regular).
  int opened = open(file.c_str(), kHow);
  if (opened < 0 && errno == ENOENT) {
    opened = open(file.c_str(), kHow | O_CREAT | O_EXCL, 0644);
    if (opened >= 0) fchmod(opened, 0644);  // for other users, whatever the umask
    if (opened < 0 && errno == EEXIST) opened = open(file.c_str(), kHow);
  }
  if (opened < 0) return {-1, errno == ELOOP ? "it is a symbolic link" : strerror(errno)};
  struct stat status = {};
  const bool is_file = fstat(opened, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && (!must_be_own || status.st_uid == geteuid())) return {opened, ""};
  close(opened);
  return {-1, is_file ? "it is of another user" : "it is not a regular file"};
}

// flock has no time limit of its own.
bool wait_for(int file, int operation, LockClock::time_point deadline) {
  constexpr timespec kPause = {0, 100'000'000};
  do {
    if (flock(file, operation | LOCK_NB) == 0) return true;
    nanosleep(&kPause, nullptr);
  } while (LockClock::now() < deadline);
  return flock(file, operation | LOCK_NB) == 0;
}

// The effective user of a process, by its status: the owner of /proc/<pid> is root for some.
std::optional<uid_t> user_of_process(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string key;
    uid_t real = 0;
    uid_t effective = 0;
    if (words >> key >> real >> effective && key == "Uid:") return effective;
  }
  return std::nullopt;
}

std::string text_of_proc_locks() {
  std::ifstream in("/proc/locks");
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_held_by_this_user(int opened) {
  struct stat status = {};
  if (fstat(opened, &status) != 0) return true;
  return is_held_by_user(text_of_proc_locks(), status.st_ino, status.st_uid, geteuid(),
                         user_of_process);
}

}  // namespace

// "1: FLOCK  ADVISORY  WRITE 4711 08:01:123456 0 EOF"; one that waits has "->" behind the number.
bool is_held_by_user(const std::string& locks, ino_t inode, uid_t owner, uid_t user,
                     const std::function<std::optional<uid_t>(pid_t)>& user_of) {
  const std::string end = ":" + std::to_string(inode);
  bool is_other = false;
  for (const std::string& line : split(locks, '\n')) {
    std::istringstream words(line);
    std::string number;
    std::string kind;
    std::string mode;
    std::string access;
    std::string place;
    pid_t pid = 0;
    if (!(words >> number >> kind >> mode >> access >> pid >> place)) continue;
    if (kind != "FLOCK" || !place.ends_with(end)) continue;
    const std::optional<uid_t> holder = user_of(pid);
    if (holder == user) return true;
    is_other |= pid > 0;  // of another process namespace it is 0
  }
  return !is_other && owner == user;
}

MachineLock::MachineLock(Tell tell, const std::vector<std::string>& gpus, std::string file,
                         std::chrono::seconds wait)
    : tell_(std::move(tell)),
      file_(std::move(file)),
      wait_(wait),
      deadline_(LockClock::now() + wait),
      is_whole_(gpus.empty()) {
  try {
    take(file_, is_whole_ ? LOCK_EX : LOCK_SH);
    // Each once, and in one order for all: nobody waits in a circle.
    for (const std::string& gpu : std::set<std::string>(gpus.begin(), gpus.end()))
      take(file_ + "." + short_hash(gpu), LOCK_EX);
  } catch (...) {
    release();
    throw;
  }
}

// The file is never deleted: a lock on a deleted file locks nothing. Where the file of all users
// cannot be used, one of this user keeps at least this user's measurements apart.
void MachineLock::take(const std::string& file, int operation) {
  OpenedFile opened = open_regular(file, false);
  if (opened.number < 0) {
    note("cannot use the lock file " + file + ": " + opened.why_not +
         ". A measurement of another user would not be noticed");
    opened = open_regular(file + ".user-" + std::to_string(geteuid()), true);
  }
  if (opened.number < 0) return;
  files_.push_back(opened.number);
  lock(opened.number, operation, file);
}

void MachineLock::lock(int opened, int operation, const std::string& file) {
  if (flock(opened, operation | LOCK_NB) == 0) return;
  tell_("another measurement is running on this machine: waiting for it to end");
  if (wait_for(opened, operation, deadline_)) return;
  const std::string seconds = std::to_string(wait_.count()) + " s";
  if (is_held_by_this_user(opened)) {
    throw Error(ErrorKind::kMeasurement, "another measurement has held " + file + " for " +
                                             seconds + ": nothing was measured");
  }
  note("a process of another user has held " + file + " for " + seconds +
       ": measuring beside it, so times may be disturbed");
}

void MachineLock::note(const std::string& text) {
  tell_(text);
  notes_.push_back(text);
}

// The kernel gives a shared lock back before it waits for the exclusive one, and those of the GPUs
// are given back here: nobody waits for somebody who waits for him.
void MachineLock::take_whole_machine() {
  if (is_whole_) return;
  is_whole_ = true;
  release();
  deadline_ = LockClock::now() + wait_;
  take(file_, LOCK_EX);
}

void MachineLock::release() {
  for (const int opened : files_) close(opened);
  files_.clear();
}

MachineLock::~MachineLock() { release(); }

// The file is deleted when the check is over. A check that waited for it notices that the name is
// another file now, or none, and opens that.
RunFolderLock::RunFolderLock(const std::filesystem::path& run, const MachineLock::Tell& tell,
                             std::chrono::seconds wait)
    : file_((run / "").parent_path().string() + ".lock") {  // also of a path that ends with '/'
  std::error_code ignored;  // who prepares the run folder says what is wrong
  std::filesystem::create_directories(file_.parent_path(), ignored);
  const auto deadline = LockClock::now() + wait;
  for (;;) {
    opened_ = open_regular(file_.string(), true).number;
    if (opened_ < 0) return;  // a folder that cannot be written: the check says so itself
    if (flock(opened_, LOCK_EX | LOCK_NB) != 0) {
      tell("another check is at work in " + printable(run.string()) + ": waiting for it to end");
      if (!wait_for(opened_, LOCK_EX, deadline)) {
        close(opened_);
        throw Error(ErrorKind::kMeasurement,
                    "another check has been at work in " + printable(run.string()) + " for " +
                        std::to_string(wait.count()) + " s: nothing was measured");
      }
    }
    struct stat ours = {};
    struct stat there = {};
    const bool is_there = fstat(opened_, &ours) == 0 && stat(file_.c_str(), &there) == 0 &&
                          ours.st_ino == there.st_ino;
    if (is_there) return;
    close(opened_);
  }
}

RunFolderLock::~RunFolderLock() {
  if (opened_ < 0) return;
  unlink(file_.c_str());
  close(opened_);
}

}  // namespace ncu_regions
