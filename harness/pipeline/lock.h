// Pipeline: only one workload measures at a time on this machine, whoever started it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ncu_regions {

// Waits for the machine's lock, ten minutes at most, and holds it until it is destroyed; the system
// gives it back when the process dies. Where no lock file can be made, goes on without and tells
// so. Throws Error(kMeasurement) when the wait is over.
class MachineLock {
 public:
  using Tell = std::function<void(const std::string&)>;
  // The same for all users of the machine.
  static constexpr char kFile[] = "/tmp/ncu-regions.lock";

  // Of these GPUs alone, by UUID: others may be measured beside them. None: of the whole machine.
  explicit MachineLock(Tell tell, const std::vector<std::string>& gpus = {},
                       std::string file = kFile);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  // From now on of the whole machine: the CPU is measured after all.
  void take_whole_machine();

 private:
  void take(const std::string& file, int operation);

  Tell tell_;
  std::string file_;  // of the machine
  std::vector<int> files_;
  bool is_whole_ = true;
};

}  // namespace ncu_regions
