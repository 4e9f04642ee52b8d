// Runs: one writer at a time. Readers need no lock, because files are replaced at once.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace ncu_regions {

// Locks a folder of baselines, which is made where it is missing, until the lock is destroyed or
// the process dies. The folder itself is locked: no file is left for version control to show.
class BaselineLock {
 public:
  using Tell = std::function<void(const std::string&)>;

  // Waits for another writer, a minute at most, and tells so. Throws Error(kMeasurement) when that
  // is over, Error(kUsage) when the folder cannot be made. Where folders cannot be locked (some
  // network file systems) it tells so and goes on.
  BaselineLock(const std::filesystem::path& folder, const Tell& tell);
  ~BaselineLock();
  BaselineLock(const BaselineLock&) = delete;
  BaselineLock& operator=(const BaselineLock&) = delete;

 private:
  int folder_ = -1;
};

}  // namespace ncu_regions
