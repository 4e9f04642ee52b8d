// Pipeline: only one workload measures at a time on this machine, whoever started it.
#pragma once

#include <functional>
#include <string>

namespace ncu_regions {

// Waits for the machine's lock, ten minutes at most, and holds it until it is destroyed; the system
// gives it back when the process dies. Where no lock file can be made, goes on without and tells
// so. Throws Error(kMeasurement) when the wait is over.
class MachineLock {
 public:
  explicit MachineLock(const std::function<void(const std::string&)>& tell);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace ncu_regions
