// Compare: captures of unchanged code, dealt out again and again as if they were of two builds: how
// often the rule would have cried wolf, and what it would have seen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/compare/verdict.h"

namespace ncu_regions {

// One test, a value per capture: the i-th values of all series are of one capture.
struct Series {
  GatedTest test;
  Samples values;
};

struct ResamplingInput {
  std::span<const Series> series;
  std::size_t trials = 1000;
  std::uint64_t seed = 1;
  std::size_t screen = 3;  // captures of each side
  std::size_t captures_max = 10;
  double alpha = kAlpha;
};

struct SeriesReport {
  double level = 0;   // median
  double spread = 0;  // robust standard deviation, relative to the level
  bool is_exact = false;
  std::size_t false_alarms = 0;         // trials in which it was called regressed
  std::optional<double> smallest = {};  // relative change that is seen in nine of ten trials
};

struct Resampled {
  std::size_t captures = 0;
  std::size_t pairs = 0;  // fresh ones that the captures are enough for
  std::size_t trials = 0;
  std::size_t false_alarms = 0;  // trials with at least one
  std::vector<SeriesReport> series;
};

// All series must have the same number of values, at least 2 x (screen + 5). The same input gives
// the same report.
Resampled resample(const ResamplingInput& input);

}  // namespace ncu_regions
