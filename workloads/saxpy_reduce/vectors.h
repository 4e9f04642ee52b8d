// saxpy_reduce: two long vectors, added and reduced again and again, with its regions.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/support/device.h"
#include "workloads/support/work.h"

namespace ncu_regions::workloads::saxpy_reduce {

// The regions, side by side: saxpy = y := factor * x + y, reduce = the mean of y.
inline constexpr char kRegionSaxpy[] = "saxpy";
inline constexpr char kRegionReduce[] = "reduce";

// The factor of every other iteration is its negative: values stay of the order of 1.
inline constexpr float kFactor = 0.75f;

struct VectorConfig {
  unsigned values = 262144;  // of each vector
  unsigned chunk = 4096;     // values per launch
  unsigned iterations = 8;
  std::uint64_t seed = 1;
};

struct Input {
  std::vector<float> x, y;  // in [-1, 1)
};

Input make_input(const VectorConfig& config);

// Extra work per region, in percent of its own work. It changes no result.
struct Penalties {
  unsigned saxpy = 0;
  unsigned reduce = 0;
};

class Vectors {
 public:
  // Copies the input to the device and allocates all that the iterations need.
  Vectors(const VectorConfig& config, const Input& input, Penalties penalties);

  // All launches of an iteration, outside any range; changes no result. Throws
  // std::invalid_argument when a penalty is smaller than half a thread block.
  void warm_up();

  // Iteration number `index` (from 0) in its ranges. Nothing in them but kernel launches;
  // asynchronous on a GPU.
  void iterate(unsigned index);

  std::vector<float> y() const { return y_.download(); }
  // Of y, after each iteration.
  std::vector<float> means() const { return means_.download(); }

 private:
  // Launches for one chunk after the other.
  void add(Work& work, float factor) const;
  void average(Work& work, unsigned index) const;

  // Do the extra work of one region; return how many thread blocks that was.
  unsigned penalty_saxpy() const;
  unsigned penalty_reduce() const;

  VectorConfig config_;
  Penalties penalties_;
  Buffer x_, y_, sums_, means_, scratch_;
};

}  // namespace ncu_regions::workloads::saxpy_reduce
