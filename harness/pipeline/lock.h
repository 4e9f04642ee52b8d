// Pipeline: one measurement of times at a time on this machine, and one check at a time in a run
// folder.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ncu_regions {

inline constexpr std::chrono::seconds kLockWait{600};

// Waits for the machine's lock and holds it until it is destroyed; the system gives it back when
// the process dies. Where no lock file can be used, and where a process of another user keeps the
// lock longer than the wait, goes on without and says so. Throws Error(kMeasurement) when a process
// of this user keeps it longer.
class MachineLock {
 public:
  using Tell = std::function<void(const std::string&)>;
  // The same for all users of the machine.
  static constexpr char kFile[] = "/tmp/ncu-regions.lock";

  // Of these GPUs alone, by UUID: others may be measured beside them. None: of the whole machine.
  explicit MachineLock(Tell tell, const std::vector<std::string>& gpus = {},
                       std::string file = kFile, std::chrono::seconds wait = kLockWait);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  // From now on of the whole machine: the CPU is measured after all.
  void take_whole_machine();

  // Why another measurement may have run beside this one, for the report.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void take(const std::string& file, int operation);
  void lock(int opened, int operation, const std::string& file);
  void note(const std::string& text);
  void release();

  Tell tell_;
  std::string file_;  // of the machine
  std::chrono::seconds wait_;
  std::chrono::steady_clock::time_point deadline_;  // of all that is taken at once
  std::vector<int> files_;
  std::vector<std::string> notes_;
  bool is_whole_ = true;
};

// Keeps other checks out of a run folder until it is destroyed. Throws Error(kMeasurement) when
// another one stays in it longer than the wait.
class RunFolderLock {
 public:
  RunFolderLock(const std::filesystem::path& run, const MachineLock::Tell& tell,
                std::chrono::seconds wait = kLockWait);
  ~RunFolderLock();
  RunFolderLock(const RunFolderLock&) = delete;
  RunFolderLock& operator=(const RunFolderLock&) = delete;

 private:
  std::filesystem::path file_;
  int opened_ = -1;
};

// Whether a process of this user holds a lock on the file, by the text of /proc/locks. `user_of` is
// the user of a process, or nothing when that process cannot be seen. Without a holder that can be
// seen the owner of the file decides.
bool is_held_by_user(const std::string& locks, ino_t inode, uid_t owner, uid_t user,
                     const std::function<std::optional<uid_t>(pid_t)>& user_of);

}  // namespace ncu_regions
