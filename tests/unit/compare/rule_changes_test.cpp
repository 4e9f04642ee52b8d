#include "harness/compare/rule_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;

class RuleChanges : public testing::Test {
 protected:
  Settings settings(const std::string& yaml) {
    SettingsSources sources;
    sources.conf = NCU_REGIONS_TEST_CONF;
    if (!yaml.empty()) {
      write_file(folder_ / "own.yaml", yaml);
      sources.files = {folder_ / "own.yaml"};
    }
    return load_settings(sources);
  }
  // "what region metric: before -> now", with "!" in front where it lets more pass.
  std::vector<std::string> changes(const std::string& before, const std::string& now,
                                   const Baseline* old_levels = nullptr,
                                   const Baseline* new_levels = nullptr) {
    const Settings a = settings(before);
    const Settings b = settings(now);
    std::vector<std::string> texts;
    for (const RuleChange& change : rule_changes(
             {regions_before_, "default", a, old_levels, opened_},
             {regions_now_, "default", b, new_levels, opened_, true, false, is_lenient_})) {
      texts.push_back((change.loosens ? "!" : "") + change.what + " " + change.region + " " +
                      change.metric + ": " + change.before + " -> " + change.now);
    }
    return texts;
  }

  std::vector<std::string> regions_before_ = {"A", "B"}, regions_now_ = {"A", "B"};
  std::vector<RegionPath> opened_;
  bool is_lenient_ = false;
  TempFolder folder_;
};

TEST_F(RuleChanges, NothingChangedIsNothing) {
  EXPECT_THAT(changes("", ""), IsEmpty());
  EXPECT_THAT(changes("", "budgets: [{metric: host__inst_executed.sum, allow: 0.1 % | 1000}]"),
              IsEmpty())
      << "what holds in the end is the same";
}

TEST_F(RuleChanges, BudgetsAreComparedAsTheyHold) {
  EXPECT_THAT(changes("", "budgets: ['host__inst_executed.sum(A)=5%']"),
              testing::ElementsAre("!budget A host__inst_executed.sum: 0.1 % | 1000 -> 5 %"));
  EXPECT_THAT(changes("", "budgets: ['host__inst_executed.sum=5%']"),
              testing::ElementsAre("!budget * host__inst_executed.sum: 0.1 % | 1000 -> 5 %"));
  EXPECT_THAT(changes("budgets: ['host__inst_executed.sum=5%']", ""),
              testing::ElementsAre("!budget * host__inst_executed.sum: 5 % -> 0.1 % | 1000"));
  EXPECT_THAT(changes("", "budgets: [{metric: host__inst_executed.sum, gate: warn}]"),
              testing::ElementsAre("!gate * host__inst_executed.sum: fail -> warn"));
}

TEST_F(RuleChanges, LimitsMetricsAndOtherSettings) {
  EXPECT_THAT(changes("limits: ['host__inst_executed.sum(B)<=1000']",
                      "limits: ['host__inst_executed.sum(B)<=2000']"),
              testing::ElementsAre("!limit B host__inst_executed.sum: <= 1,000 -> <= 2,000"));
  EXPECT_THAT(changes("", "metrics: [host__inst_executed.sum]"),
              Contains("!metric  host__kernel_launches.sum: measured -> "));
  EXPECT_THAT(changes("captures: 3", "captures: 1"), Contains("setting  captures: 3 -> 1"));
}

TEST_F(RuleChanges, WaiversAreNamed) {
  const std::string waiver =
      "waivers: [{metric: '*', region: A, reason: later, author: ada, until: 2027-01-31}]";

  EXPECT_THAT(changes("", waiver),
              testing::ElementsAre("!waiver A *:  -> until 2027-01-31, ada: later"));
  EXPECT_THAT(changes(waiver, ""),
              testing::ElementsAre("waiver A *: until 2027-01-31, ada: later -> "));
}

TEST_F(RuleChanges, RegionsThatAreNoLongerDeclaredComeFirst) {
  regions_now_ = {"B", "C"};

  EXPECT_THAT(changes("", ""),
              testing::ElementsAre("!region A : declared -> ", "region C :  -> declared"));
}

TEST_F(RuleChanges, ALabelMeansTheRegionThatHasIt) {
  regions_before_ = regions_now_ = {"A::A1"};
  opened_ = {{"", {"A"}}, {"", {"A", "A::A1"}}};

  EXPECT_THAT(changes("", "budgets: ['host__inst_executed.sum(A/A::A1)=50%']"),
              testing::ElementsAre("!budget A::A1 host__inst_executed.sum: 0.1 % | 1000 -> 50 %"));
}

TEST_F(RuleChanges, WhatMakesAFailureASkipIsTold) {
  is_lenient_ = true;

  EXPECT_THAT(changes("", ""), testing::ElementsAre("!setting  ALLOW_INCOMPARABLE:  -> set"));
}

TEST_F(RuleChanges, SomeActOnTheMeasurement) {
  EXPECT_TRUE(acts_on_measurement({"setting", "", "ncu_cli.kernel_exclude", "[]", "[k]", false}));
  EXPECT_TRUE(acts_on_measurement({"region", "A", "", "declared", "", true}));
  EXPECT_FALSE(acts_on_measurement({"region", "A", "", "", "declared", false}));
  EXPECT_FALSE(acts_on_measurement({"budget", "A", "m", "1 %", "2 %", true}));
}

TEST_F(RuleChanges, LevelsOfTheBaselineAreCompared) {
  Baseline old_levels;
  old_levels.values = {{{"", {"A"}}, "host__inst_executed.sum", "inst", {{"s", {100}}}},
                       {{"", {"B"}}, "host__inst_executed.sum", "inst", {{"s", {100}}}}};
  Baseline new_levels = old_levels;
  new_levels.values[0].samples["s"] = {200};
  new_levels.values.pop_back();

  EXPECT_THAT(changes("", "", &old_levels, &new_levels),
              testing::ElementsAre("!baseline A host__inst_executed.sum: 100 inst -> 200 inst",
                                   "!baseline B host__inst_executed.sum: 100 inst -> "));
  EXPECT_THAT(changes("", "", &new_levels, &old_levels), SizeIs(2));
}

}  // namespace
}  // namespace ncu_regions
