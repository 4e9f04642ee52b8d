// Pipeline: one planned capture, tried as often as its failures are worth it.
#pragma once

#include <functional>
#include <string>

#include "harness/command/capture_plan.h"
#include "harness/pipeline/ncu_evidence.h"
#include "harness/pipeline/ncu_run.h"
#include "harness/pipeline/taker.h"

namespace ncu_regions {

// Range replay cannot do it, and the settings allow another mode.
struct FallBack {
  std::string why;
};

class NcuAttempts {
 public:
  // `tell` gets lines that stay; `say` those that belong into the report too.
  // Folders are numbered with `ledger`.
  NcuAttempts(NcuRunInput input, std::filesystem::path captures, BuildSide side, Ledger& ledger,
              std::function<void(const std::string&)> tell,
              std::function<void(const std::string&)> say);

  // The next capture, in a folder of its own number. Throws CannotMeasure and FallBack; any other
  // failure is in the judgement.
  NcuRun take(const PlannedCapture& planned, const Expectation& expected);

 private:
  NcuRun run_once(const PlannedCapture& planned, const Expectation& expected);
  NcuJudgement judge_evidence(const NcuRun& run, const Expectation& expected) const;
  bool may_fall_back(const PlannedCapture& planned) const;
  bool is_worth_trying_again(const NcuJudgement& judgement, int attempt);
  void put_aside(const std::string& id, int attempt) const;
  std::string title(const PlannedCapture& planned) const;
  std::string folder_of(const PlannedCapture& planned) const;

  NcuRunInput input_;
  std::filesystem::path captures_;
  std::function<void(const std::string&)> tell_, say_;
  BuildSide side_;
  Ledger& ledger_;
  bool lock_clocks_ = true;
};

}  // namespace ncu_regions
