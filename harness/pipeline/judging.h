// Pipeline: what a check compares with, and what comes of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/compare/baseline.h"
#include "harness/compare/judge.h"
#include "harness/compare/outcome.h"
#include "harness/pipeline/taker.h"

namespace ncu_regions {

class Judging {
 public:
  // Side by side with `base`, or with a stored baseline when it is nullptr.
  Judging(const CheckRequest& request, const Taker& head, const Taker* base, const Ledger& ledger);

  // Reads the baseline, where it is known before anything is measured which one it is.
  void look_early();

  // Verdicts on what the ledger holds. Reads the baseline when it is first known which one it is.
  Judgement judge(bool is_all);

  // Everything but the notes of the run itself.
  Outcome outcome(const Judgement& judgement, const std::string& how) const;

  // The stored baseline that is compared with, or nullptr.
  const Baseline* stored() const { return baseline_ ? &*baseline_ : nullptr; }

  // What the base build had for rules, where there is one.
  std::optional<RuleReview> review(const Outcome& outcome) const;

 private:
  Mode mode() const;
  Judgement judge_by(std::span<const GatedTest> tests, const Settings& settings,
                     const Baseline* baseline, bool is_all) const;
  void look_up_baseline();
  void refuse_other_kind() const;
  std::vector<std::string> notes_on_conditions() const;
  std::vector<std::string> notes_on_undeclared(const std::vector<Verdict>& verdicts) const;
  std::vector<std::string> notes_on_ungated(const std::vector<Verdict>& verdicts) const;

  const CheckRequest& request_;
  const Taker& head_;
  const Taker* base_;
  const Ledger& ledger_;
  bool has_looked_ = false;
  std::filesystem::path file_;
  std::optional<Baseline> baseline_;
};

// What holds whatever was measured.
Outcome new_outcome(const CheckRequest& request, const Machine& machine);

}  // namespace ncu_regions
