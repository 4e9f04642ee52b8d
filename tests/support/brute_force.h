// Tests: regions counted by hand. For every result, every region of its stacks, one by one: slow,
// and nothing of the code under test.
#pragma once

#include "harness/artifacts/report_file.h"
#include "harness/config/metric_table.h"

namespace ncu_regions {

// What was compared: a test that compared nothing proves nothing.
struct BruteForceCount {
  std::size_t regions = 0, values = 0, sums = 0, start_end = 0;
};

// Assembles the file with all its metrics and compares every additive metric of every region, scope
// and domain with what counting by hand gives: exactly when all values are whole, else to 1e-12.
// Range results must be in one region each, and nowhere else.
BruteForceCount expect_regions_add_up(ReportFile& file, const MetricTable& table);

// conf/metrics.yaml.
const MetricTable& real_metric_table();

}  // namespace ncu_regions
