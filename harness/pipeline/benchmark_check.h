// Pipeline: a check of files of Google Benchmark. Nothing is measured.
#pragma once

#include "harness/compare/outcome.h"
#include "harness/pipeline/check.h"

namespace ncu_regions {

// Judges request.benchmarks against the stored baseline and writes the whole run folder. What is
// judged are all benchmarks of the files and of the baseline, or those that the workload declares.
// Throws Error as check does, and then nothing was moved or written.
Outcome check_benchmarks(CheckRequest& request);

}  // namespace ncu_regions
