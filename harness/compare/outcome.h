// Compare: the outcome of one check, which is what verdicts.json holds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/rule_changes.h"
#include "harness/compare/verdict.h"

namespace ncu_regions {

struct BaselineUsed {
  std::string file;
  bool exists = false;
  std::string commit;  // of its newest session
  std::string date;
};

// What the verdicts cost.
struct Spent {
  std::uint64_t head = 0, base = 0;  // captures of each build
  std::uint64_t fresh = 0;           // of them, of the head, to confirm suspicions
  double seconds = 0;                // of measuring
};

// A file whose work was measured.
struct MeasuredFile {
  std::string file;
  std::string identity;  // "build-id:..." or "sha256:..."
};

// The test and the program that an outcome is of: the region tests of no other believe it.
struct Binding {
  // SHA-256 of what each keyword of the registration says. Empty: not a registered test.
  std::map<std::string, std::string> registration;
  std::vector<MeasuredFile> files;  // the program, then the script that it runs; empty: skipped
};

struct Outcome {
  std::string workload;
  std::string preset;
  std::string kind;             // capture kind
  std::string device;           // "host-x86_64"
  std::string profiler_reason;  // why this profiler, or why none
  bool skipped = false;         // this machine cannot measure
  Mode mode = Mode::kStored;
  std::string base;  // side by side, fixed: what was compared with
  BaselineUsed baseline;
  std::size_t workloads = 1;  // that share the false-alarm rate
  std::size_t undecided = 0;  // tests after the screen
  std::size_t family = 0;     // tests that vary
  Spent spent;
  std::vector<std::string> declared;  // the regions of the test
  std::vector<Verdict> verdicts;
  std::vector<std::string> notes;
  bool require_baseline = false;
  bool allow_incomparable = false;
  std::optional<RuleReview> review;  // nothing: the rules were not compared with those of a base
  Binding bound;
};

// Whether there is anything that values could be compared with.
inline bool has_old(const Outcome& outcome) {
  return outcome.mode != Mode::kStored || outcome.baseline.exists;
}

// Whether there is a stored level to move, or a first one to store: a project that only compares
// builds side by side has none.
inline bool stores_levels(const Outcome& outcome) {
  return outcome.mode != Mode::kSideBySide || outcome.baseline.exists;
}

// Exit code of `check`: by all verdicts, or kSkipped.
ExitCode exit_code_of(const Outcome& outcome);

// Exit code of the ctest that measures: kPass when there is an outcome, whatever the verdicts;
// kNotMeasured when not one declared region was measured.
ExitCode profile_code(const Outcome& outcome);

// Exit code of the ctest of one region: a missing baseline is a skip unless the test requires one,
// an incomparable one is a skip only when the test allows it. What a gate that fails could not
// decide (suspect, noisy) is a skip, unless the user asked to fail on it. No verdict for the region
// is kNotMeasured.
ExitCode region_test_code(const Outcome& outcome, const std::string& declared);
ExitCode region_test_code(const Outcome& outcome, const Verdict& verdict);

// Declared regions whose ctest is skipped because something of them is suspect or noisy.
std::vector<std::string> undecided_regions(const Outcome& outcome);

}  // namespace ncu_regions
