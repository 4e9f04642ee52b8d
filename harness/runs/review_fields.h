// Runs: what verdicts.json has of changed rules.
#pragma once

#include "harness/compare/rule_changes.h"
#include "harness/runs/described_json.h"
#include "harness/runs/verdict_words.h"

namespace ncu_regions {

template <>
struct Description<RuleChange> {
  static constexpr std::tuple kFields{
      stored("what", &RuleChange::what),     stored("region", &RuleChange::region),
      stored("metric", &RuleChange::metric), stored("before", &RuleChange::before),
      stored("now", &RuleChange::now),       stored("loosens", &RuleChange::loosens)};
};

template <>
struct Description<OtherVerdict> {
  static constexpr std::tuple kFields{
      stored("region", &OtherVerdict::region), stored("metric", &OtherVerdict::metric),
      stored("now", &OtherVerdict::now), stored("before", &OtherVerdict::before),
      stored("reason", &OtherVerdict::reason)};
};

template <>
struct Description<RuleReview> {
  static constexpr std::tuple kFields{
      stored("base", &RuleReview::base), stored("changes", &RuleReview::changes),
      stored("verdicts", &RuleReview::verdicts), stored("exit_code", &RuleReview::exit_code),
      stored("note", &RuleReview::note)};
};

}  // namespace ncu_regions
