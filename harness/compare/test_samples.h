// Compare: the samples behind one test. Private to this room.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/judge.h"

namespace ncu_regions {

struct TestSamples {
  std::vector<Samples> sessions;  // stored, one per session
  Samples base, now;              // of the screen
  Samples fresh_base, fresh_now;  // side by side: complete pairs; else of the new build alone
  Samples all_now;                // every capture of the new build, for limits
  std::size_t captures = 0;       // of the screen that should have a value
  std::size_t with_value = 0;
  std::size_t base_captures = 0, base_with_value = 0;
  bool was_taken_again = false;

  // What the screen compares with.
  Samples old() const;
};

// `old_region`: the path of the region on the old side.
TestSamples samples_of(const JudgeInput& input, const GatedTest& test,
                       const RegionPath& old_region);

// Divides: the number of instances changed.
void per_instance(TestSamples& samples, double before, double now);

}  // namespace ncu_regions
