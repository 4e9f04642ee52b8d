// The decision rule against cases whose results are known: tests/golden/rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/compare/rule.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

Json load(const std::string& name) {
  std::ifstream in(std::string(NCU_REGIONS_TEST_GOLDEN) + "/rule/" + name);
  return Json::parse(in);
}

std::string word(Ruling ruling) {
  switch (ruling) {
    case Ruling::kPass:
      return "pass";
    case Ruling::kNoisy:
      return "noisy";
    case Ruling::kUndecided:
      return "undecided";
    case Ruling::kSuspect:
      return "suspect";
    case Ruling::kRegressed:
      return "regressed";
    case Ruling::kImproved:
      return "improved";
  }
  return "?";
}

Samples samples(const Json& json, const char* key) {
  return json.contains(key) ? json.at(key).get<Samples>() : Samples();
}

RuleTest rule_of(const Json& json) {
  const std::string direction = json.at("direction");
  return {{json.at("rel"), json.at("abs")},
          direction == "lower"    ? Direction::kUp
          : direction == "higher" ? Direction::kDown
                                  : Direction::kBoth,
          json.value("deterministic", false)};
}

Decision screen_case(const Json& json) {
  const RuleTest test = rule_of(json);
  const Samples base = samples(json, "baseline");
  const Samples now = samples(json, "current");
  if (const auto exact = decide_exactly(test, base, now)) return *exact;
  if (const auto spread = decide_spread(test, base, now)) return *spread;
  return screen(test, base, now, json.at("n_max"));
}

Decision confirm_case(const Json& json) {
  const Samples screen_base = samples(json, "screen_baseline");
  const Samples screen_now = samples(json, "screen_current");
  const Samples base = samples(json, "fresh_baseline");
  const Samples now = samples(json, "fresh_current");
  return confirm(rule_of(json), {screen_base, screen_now, base, now, json.value("all", true)},
                 plan_looks(json.at("K"), json.at("n_max"), kAlpha));
}

Decision stored_case(const Json& json) {
  const auto sessions = json.at("sessions").get<std::vector<Samples>>();
  const Samples screen_now = samples(json, "screen_current");
  const Samples now = samples(json, "fresh_current");
  std::size_t stored = 0;
  for (const Samples& session : sessions) stored += session.size();
  return confirm_stored(
      rule_of(json),
      {sessions, screen_now, now, json.value("clocks_locked", false), json.value("all", true)},
      plan_stored_looks(stored, json.at("m"), json.at("n_max"), kAlpha));
}

Decision decide(const Json& json) {
  const std::string mode = json.at("mode");
  if (mode == "screen") return screen_case(json);
  if (mode == "confirm") return confirm_case(json);
  if (mode == "stored-only") return stored_case(json);
  return decide_fixed(rule_of(json), samples(json, "baseline"), samples(json, "current"),
                      json.at("m"), kAlpha);
}

double number(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  return json == "inf" ? std::numeric_limits<double>::infinity()
                       : -std::numeric_limits<double>::infinity();
}

void expect_near(double value, const Json& expected, const char* what) {
  const double wanted = number(expected);
  if (std::isinf(wanted)) {
    EXPECT_EQ(value, wanted) << what;
  } else {
    EXPECT_NEAR(value, wanted, 1e-9) << what;
  }
}

void expect_p(const std::optional<double>& value, const Json& expected, const char* what) {
  ASSERT_EQ(value.has_value(), !expected.is_null()) << what;
  if (!value) return;
  EXPECT_NEAR(*value, expected.get<double>(), 1e-9 * expected.get<double>()) << what;
}

void expect_decision(const Decision& decision, const Json& expected) {
  EXPECT_EQ(word(decision.ruling), expected.at("verdict"));
  EXPECT_EQ(decision.step, expected.at("step").get<std::string>());
  EXPECT_EQ(decision.is_log ? "log" : "difference", expected.at("scale"));
  EXPECT_EQ(decision.side == Side::kIncrease ? "increase" : "decrease", expected.at("side"));
  expect_near(decision.theta, expected.at("theta"), "theta");
  expect_near(decision.estimate, expected.at("estimate"), "estimate");
  constexpr double kNone = std::numeric_limits<double>::infinity();
  expect_near(decision.interval ? decision.interval->lower : -kNone, expected.at("lower"), "lower");
  expect_near(decision.interval ? decision.interval->upper : kNone, expected.at("upper"), "upper");
  expect_p(decision.p, expected.at("p"), "p");
  expect_p(decision.level, expected.at("a"), "level");
  EXPECT_EQ(decision.trimmed, expected.at("trimmed"));
  EXPECT_EQ(decision.needed, expected.value("needed", decision.needed));
  EXPECT_EQ(decision.wanted, expected.value("wanted", decision.wanted));
}

// One test for all: a process for each would be most of the time.
TEST(RuleCases, AsDecidedByHand) {
  const Json cases = load("cases.json").at("cases");
  EXPECT_EQ(cases.size(), 101u);
  for (const Json& json : cases) {
    SCOPED_TRACE("case " + json.at("id").dump() + ": " + json.at("title").get<std::string>());
    expect_decision(decide(json), json.at("expect"));
  }
}

}  // namespace
}  // namespace ncu_regions
