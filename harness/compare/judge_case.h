// Compare: one test with its samples, and whether they can be compared at all. Private to this
// room.
#pragma once

#include <vector>

#include "harness/compare/judge.h"
#include "harness/compare/test_samples.h"

namespace ncu_regions {

struct Case {
  Verdict verdict;
  TestSamples samples;
  std::string namesakes;     // other regions of the new build with its label
  bool is_compared = false;  // it has an old and a new value that may be compared
  bool is_open = false;      // undecided after the screen
  Decision screen;
};

// All tests that count, each with its word where nothing can be compared: not measured, no
// baseline, incomparable, or a limit alone.
std::vector<Case> make_cases(const JudgeInput& input);

}  // namespace ncu_regions
