// Compare: the outcome of one check, which is what verdicts.json holds.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/verdict.h"

namespace ncu_regions {

struct BaselineUsed {
  std::string file;
  bool exists = false;
  std::string commit;  // of its newest session
  std::string date;
};

struct Outcome {
  std::string workload;
  std::string preset;
  std::string kind;             // capture kind
  std::string device;           // "host-x86_64"
  std::string profiler_reason;  // why this profiler, or why none
  bool skipped = false;         // this machine cannot measure
  BaselineUsed baseline;
  std::vector<std::string> declared;  // the regions of the test
  std::vector<Verdict> verdicts;
  std::vector<std::string> notes;
  bool require_baseline = false;
  bool allow_incomparable = false;
};

// Exit code of `check`: by all verdicts, or kSkipped.
ExitCode exit_code_of(const Outcome& outcome);

// Exit code of the ctest that measures: kPass when there is an outcome, whatever the verdicts;
// kNotMeasured when not one declared region was measured.
ExitCode profile_code(const Outcome& outcome);

// Exit code of the ctest of one region: a missing baseline is a skip unless the test requires one,
// an incomparable one is a skip only when the test allows it. No verdict for the region is
// kNotMeasured.
ExitCode region_test_code(const Outcome& outcome, const std::string& declared);
ExitCode region_test_code(const Outcome& outcome, const Verdict& verdict);

}  // namespace ncu_regions
