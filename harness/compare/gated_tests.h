// Compare: which region x metric are judged, and by which budgets: settings and what the program
// opened in, tests out. Nothing can be missing from the list.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/compare/sample.h"
#include "harness/compare/verdict.h"
#include "harness/config/settings.h"

namespace ncu_regions {

// In the order of `declared`, then of settings.metrics; metrics whose gate is `info` and that have
// no limit are reported, not judged. A declared region that is not among `opened` keeps its
// declared form. Throws Error(kMeasurement) when a declared label names two regions, Error(kUsage)
// when a budget or limit covers no declared region or no measured metric, or is in another unit
// than its metric.
std::vector<GatedTest> gated_tests(const Settings& settings, std::span<const std::string> declared,
                                   std::span<const RegionPath> opened, bool clocks_locked);

// By the settings alone, gated or not.
GatedTest test_of(const Settings& settings, const RegionPath& region, const std::string& metric);

// Of everything that a capture has a value of, or a reason why not: also what is only shown, so
// that a budget may still gate it. In the order of the regions, then of their metrics.
std::vector<GatedTest> tests_of_values(const Settings& settings,
                                       std::span<const TakenSample> samples);

// Waivers that none of the tests has.
std::vector<std::string> notes_on_waivers(const Settings& settings,
                                          std::span<const GatedTest> tests);

}  // namespace ncu_regions
