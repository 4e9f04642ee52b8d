// Compare: tests + samples + baseline -> verdicts with reasons, and what is still undecided.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/baseline.h"
#include "harness/compare/gated_tests.h"
#include "harness/compare/sample.h"
#include "harness/compare/verdict.h"
#include "harness/machine/fingerprint.h"

namespace ncu_regions {

// What kept values from being measured, beside what the trees say.
struct Obstacles {
  // Metrics that this machine cannot measure, with the reason.
  std::map<std::string, std::string> beyond_this_machine;
  // Regions that the profiler gave no result for, with the reason, by written form.
  std::map<std::string, std::string> without_result;
  // Metrics that a limit of our own kept from being counted, with the reason: not measured where
  // the baseline has a value, else not judged at all.
  std::map<std::string, std::string> not_counted;
  // Metrics that somebody declared, and that could not be had here, with the reason.
  std::map<std::string, std::string> not_available = {};
};

struct JudgeInput {
  std::span<const GatedTest> tests;
  std::span<const TakenSample> samples;  // of both builds, in the order of capture
  Mode mode = Mode::kStored;
  const Baseline* baseline = nullptr;  // stored: nullptr when there is none for this device
  std::string baseline_file;           // for messages
  // Side by side: the base build for messages, and the regions that its own test declares. One
  // that it declares and has no value of is not measured; any other is new.
  std::string base_build = {};
  std::span<const std::string> base_declared = {};
  const Fingerprint& fingerprint;  // of the new build
  // Fixed: of the old run. What must match makes values incomparable.
  const Fingerprint* base_fingerprint = nullptr;
  const Obstacles& obstacles;
  const RegionTree* survey = nullptr;  // regions that the program opened; nullptr: as measured
  std::size_t captures_max = 10;
  std::size_t workloads = 1;  // that share the false-alarm rate
  std::vector<std::string> fail_on = {};
  std::string today = {};  // YYYY-MM-DD
  bool is_all = true;      // no further captures will be taken
};

// Captures that would decide more.
struct Wanted {
  std::set<std::string> regions;  // as declared
  std::set<std::string> metrics;
  std::size_t captures = 0;  // fresh ones of each build, in all; once more: 1

  bool empty() const { return captures == 0; }
};

struct Judgement {
  std::vector<Verdict> verdicts;  // one per test; of undecided ones what they would be now
  std::vector<std::string> notes;
  Wanted again;  // one more of what must repeat exactly and seems worse
  Wanted fresh;
  std::size_t undecided = 0;  // after the screen, as the level counts them
  std::size_t family = 0;     // tests that vary
};

// The same samples give the same verdicts, whatever was asked before.
Judgement judge(const JudgeInput& input);

// Whether the clocks of the GPU are known to have been really locked, or not; of the host neither.
bool clocks_locked(const Fingerprint& fingerprint);
bool clocks_unlocked(const Fingerprint& fingerprint);

}  // namespace ncu_regions
