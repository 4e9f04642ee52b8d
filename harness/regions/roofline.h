// Regions: where kernels stand under the roofline of their GPU, when the metrics for it were
// measured (conf/ncu/roofline.yaml asks for them; ncu's set `full` has them, too).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/regions/region_tree.h"

namespace ncu_regions {

enum class Precision { kSingle, kDouble };

// All launches of one kernel; of a range capture the range itself, all its instances. Tensor cores
// are not in it: their operations are counted elsewhere.
struct RooflinePoint {
  std::string name;  // of the kernel; empty: the range
  Precision precision = Precision::kSingle;
  double flop_per_byte = 0;    // of DRAM
  double flop_per_second = 0;  // while it runs
  double seconds = 0;          // of all launches together
  std::uint64_t launches = 0;
};

struct RooflineRoof {
  Precision precision = Precision::kSingle;
  double flop_per_second = 0;  // the most that is possible
};

struct Roofline {
  double bytes_per_second = 0;        // the most that DRAM gives
  std::vector<RooflineRoof> roofs;    // of the precisions that have points
  std::vector<RooflinePoint> points;  // the one that takes longest first

  bool empty() const { return points.empty(); }
};

// Names of the metrics that it is made from.
std::vector<std::string> roofline_metrics();

// Of a region: its kernels (those in it and below it, of kernels_in), or the range that was
// measured. Launches that lack a value, did no such operation or moved no byte are not in it. Peaks
// are the largest of all launches: clocks may differ.
Roofline roofline_of(const RegionTree& tree, std::size_t region,
                     std::span<const KernelStats> kernels);

}  // namespace ncu_regions
