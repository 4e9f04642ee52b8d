// Runs: what verdicts.json has of budgets, waivers, and what an outcome is of.
#pragma once

#include "harness/compare/outcome.h"
#include "harness/config/budget.h"
#include "harness/config/waiver.h"
#include "harness/runs/described_json.h"

namespace ncu_regions {

template <>
struct Description<Allowance> {
  static constexpr std::tuple kFields{stored("relative", &Allowance::relative),
                                      stored("absolute", &Allowance::absolute),
                                      stored("unit", &Allowance::base)};
};

template <>
struct Description<Waiver> {
  static constexpr std::tuple kFields{
      stored("metric", &Waiver::metric), stored("region", &Waiver::region),
      stored("reason", &Waiver::reason), stored("author", &Waiver::author),
      stored("until", &Waiver::until),   stored("issue", &Waiver::issue),
      stored("origin", &Waiver::origin)};
};

template <>
struct Description<BaselineUsed> {
  static constexpr std::tuple kFields{
      stored("file", &BaselineUsed::file), stored("exists", &BaselineUsed::exists),
      stored("commit", &BaselineUsed::commit), stored("date", &BaselineUsed::date)};
};

template <>
struct Description<Spent> {
  static constexpr std::tuple kFields{stored("head", &Spent::head), stored("base", &Spent::base),
                                      stored("fresh", &Spent::fresh),
                                      stored("seconds", &Spent::seconds)};
};

template <>
struct Description<MeasuredFile> {
  static constexpr std::tuple kFields{stored("file", &MeasuredFile::file),
                                      stored("identity", &MeasuredFile::identity)};
};

template <>
struct Description<Binding> {
  static constexpr std::tuple kFields{stored("registration", &Binding::registration),
                                      stored("files", &Binding::files)};
};

}  // namespace ncu_regions
