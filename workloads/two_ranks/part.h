// two_ranks: the work of one rank on its half of the values, with its regions.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/support/device.h"
#include "workloads/support/work.h"

namespace ncu_regions::workloads::two_ranks {

inline constexpr unsigned kRanks = 2;

// The regions, the same in both processes: rank_work = scaling and smoothing, rank_work::inner
// inside it = the smoothing.
inline constexpr char kRegionWork[] = "rank_work";
inline constexpr char kRegionInner[] = "rank_work::inner";

inline constexpr float kScale = 0.5f;

struct PartConfig {
  unsigned values = 65536;    // of each rank
  unsigned passes = 8;        // of smoothing, of rank 0
  unsigned extra_passes = 2;  // that rank 1 does on top: the slow rank
  unsigned iterations = 4;
  std::uint64_t seed = 1;

  unsigned passes_of(unsigned rank) const { return passes + (rank == 1 ? extra_passes : 0); }
};

// Of one rank: values in [-1, 1).
std::vector<float> make_input(const PartConfig& config, unsigned rank);

// Extra work per region, in percent of its own work including that of regions inside it, on both
// ranks. It changes no result. That of rank_work is done directly in it, not in rank_work::inner.
struct Penalties {
  unsigned work = 0;
  unsigned inner = 0;
};

class Part {
 public:
  // Copies the input to the device and allocates all that the iterations need. In a program that
  // forks: after the fork, like everything that needs the device.
  Part(const PartConfig& config, unsigned rank, Penalties penalties);

  // All launches of an iteration, outside any range. Throws std::invalid_argument when a penalty is
  // smaller than half a thread block.
  void warm_up() const;

  // One iteration in its ranges; each begins with the input again. Nothing in them but kernel
  // launches; asynchronous on a GPU.
  void iterate() const;

  // Of the latest iteration.
  std::vector<float> values() const;

 private:
  void scaling(Work& work) const;
  void smoothing(Work& work) const;
  const Buffer& after_passes(unsigned passes) const { return passes % 2 == 0 ? even_ : odd_; }

  // Do the extra work of one region; return how many thread blocks that was.
  unsigned penalty_work() const;
  unsigned penalty_inner() const;

  PartConfig config_;
  unsigned passes_;
  Penalties penalties_;
  Buffer input_, even_, odd_, scratch_;  // after an even and an odd number of passes
};

}  // namespace ncu_regions::workloads::two_ranks
