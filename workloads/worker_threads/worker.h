// worker_threads: what one of the threads does, and what is done with all their results; the
// regions of both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "workloads/support/device.h"
#include "workloads/support/work.h"

namespace ncu_regions::workloads::worker_threads {

inline constexpr unsigned kWorkers = 4;

// The regions. On the thread of worker w: its label and, inside it, one kRegionStep per step. From
// the main thread: a start/end range over the work of all threads, then kRegionCombine in a domain
// of its own.
inline constexpr std::array<const char*, kWorkers> kWorkerRegions = {"worker_0", "worker_1",
                                                                     "worker_2", "worker_3"};
inline constexpr char kRegionStep[] = "step";
inline constexpr char kRegionAll[] = "all_workers";
inline constexpr char kDomain[] = "worker_threads";
inline constexpr char kRegionCombine[] = "combine";

struct WorkerConfig {
  unsigned values = 16384;  // of each worker
  unsigned steps = 6;       // of worker 0; each next worker does one more
  unsigned iterations = 2;
  std::uint64_t seed = 1;

  // Different for each, so that counts given to the wrong thread are seen.
  unsigned steps_of(unsigned worker) const { return steps + worker; }
};

// Of one worker: values in [0, 1).
std::vector<float> make_input(const WorkerConfig& config, unsigned worker);

// Extra work per region, in percent of its own work. It changes no result. That of a worker is done
// directly in its region, not in the steps.
struct Penalties {
  std::array<unsigned, kWorkers> workers{};
  unsigned combine = 0;
};

// The values of one thread. Shares nothing with other workers that anybody writes.
class Worker {
 public:
  Worker(const WorkerConfig& config, unsigned index, unsigned penalty);

  // All launches of an iteration, outside any range; changes no result. Once on the main thread for
  // one worker after the other, so that what launches leave behind does not depend on the order of
  // the threads, and once on the worker's own thread. Throws std::invalid_argument when the penalty
  // is smaller than half a thread block.
  void warm_up() const;

  // One iteration in its ranges. Nothing in them but kernel launches; asynchronous on a GPU.
  void iterate() const;

  const Buffer& values() const { return values_; }

 private:
  void step(Work& work) const;
  unsigned penalty() const;  // does the extra work; returns how many thread blocks that was

  WorkerConfig config_;
  unsigned index_;
  unsigned penalty_;
  Buffer values_, scratch_;
};

// The sums of the workers' values, block by block, in a range of the program's own domain.
class Combine {
 public:
  Combine(const WorkerConfig& config, unsigned penalty);

  // As those of Worker; both on the main thread only.
  void warm_up(const std::vector<Worker>& workers) const;
  void run(const std::vector<Worker>& workers) const;

  // Per worker and thread block.
  std::vector<float> sums() const { return sums_.download(); }

 private:
  void add_up(Work& work, const std::vector<Worker>& workers) const;
  unsigned penalty(const std::vector<Worker>& workers) const;

  WorkerConfig config_;
  unsigned penalty_;
  Buffer sums_, scratch_;
};

}  // namespace ncu_regions::workloads::worker_threads
