// Pipeline: takes captures and judges them until everything is decided, or enough was spent.
#pragma once

#include <functional>

#include "harness/compare/judge.h"
#include "harness/pipeline/taker.h"

namespace ncu_regions {

struct TrialInput {
  const CheckRequest& request;
  Taker& head;
  Taker* base = nullptr;  // side by side
  Ledger& ledger;
  // Verdicts on what the ledger holds; whether that is all there will be.
  std::function<Judgement(bool is_all)> judge;
};

// The screen, one more capture of what must repeat exactly and seems worse, and fresh captures of
// what is undecided. Builds are measured in turns: AB BA AB ...
Judgement run_trial(const TrialInput& input);

// So many captures and no judgement: for baselines and self-tests. `ledger` is that of the taker.
// Metrics that repeat exactly are captured twice, those that should and do not as often as others.
void take_samples(Taker& taker, std::size_t count, const Ledger& ledger);

}  // namespace ncu_regions
