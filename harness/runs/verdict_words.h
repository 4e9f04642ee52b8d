// Runs: words of verdicts, modes and exit codes in stored files.
#pragma once

#include <array>

#include "harness/compare/verdict.h"
#include "harness/runs/described_json.h"

namespace ncu_regions {

template <>
struct StoredWords<VerdictWord> {
  static constexpr std::array kAll = {
      VerdictWord::kPass,        VerdictWord::kImproved,   VerdictWord::kRegressed,
      VerdictWord::kOverLimit,   VerdictWord::kSuspect,    VerdictWord::kNoisy,
      VerdictWord::kNotMeasured, VerdictWord::kNoBaseline, VerdictWord::kIncomparable,
      VerdictWord::kWaived,      VerdictWord::kWaiverStale};
};

// A number, as programs end with it.
template <>
struct StoredForm<ExitCode> {
  static Json write(ExitCode code) { return static_cast<int>(code); }
  static void read(const Json& json, ExitCode& code) {
    code = static_cast<ExitCode>(json.get<int>());
  }
};

}  // namespace ncu_regions
