#include "harness/config/gate_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

constexpr char kTime[] = "gpu__time_duration.sum";
constexpr char kRegisters[] = "launch__registers_per_thread";

class GateRulesTest : public testing::Test {
 protected:
  Settings settings(const std::string& yaml, std::vector<std::string> budgets = {},
                    std::vector<std::string> overrides = {}) {
    SettingsSources sources;
    sources.conf = NCU_REGIONS_TEST_CONF;
    sources.folder = PresetFolder::kNcu;
    sources.budgets = std::move(budgets);
    sources.overrides = std::move(overrides);
    if (!yaml.empty()) {
      write_file(folder_ / "own.yaml", yaml);
      sources.files = {folder_ / "own.yaml"};
    }
    return load_settings(sources);
  }
  std::string refusal(const std::string& yaml, std::vector<std::string> overrides = {}) {
    return error_of(ErrorKind::kUsage, [&] { settings(yaml, {}, std::move(overrides)); });
  }
  GateRule rule(const Settings& settings, const std::string& region, const std::string& metric) {
    return gate_rule(settings, parse_written_form(region), metric);
  }
  TempFolder folder_;
};

TEST_F(GateRulesTest, EachPartHasTheLastLineThatSaysIt) {
  const Settings with = settings(
      "budgets:\n"
      "  - {metric: 'gpu__*', region: '*', allow: 10 %}\n"
      "  - {metric: gpu__time_duration.sum, region: 'A::*', gate: warn}\n"
      "  - 'gpu__time_duration.sum(A::A1)=1%'\n");
  const GateRule inner = rule(with, "A/A::A1", kTime);
  EXPECT_DOUBLE_EQ(inner.allow.relative, 0.01);
  EXPECT_THAT(inner.allow_origin, HasSubstr("own.yaml:4"));
  EXPECT_EQ(inner.gate, Gate::kWarn);
  EXPECT_THAT(inner.gate_origin, HasSubstr("own.yaml:3"));
  EXPECT_EQ(inner.direction_origin, "conf/metrics.yaml");
  EXPECT_EQ(inner.matches.size(), 3u);
  const GateRule outer = rule(with, "A", kTime);
  EXPECT_DOUBLE_EQ(outer.allow.relative, 0.1);
  EXPECT_EQ(outer.gate, Gate::kFail);
}

TEST_F(GateRulesTest, TheCommandLineWins) {
  const Settings with =
      settings("budgets: ['gpu__time_duration.sum=1%']\n", {"gpu__time_duration.sum(B)=7%"});
  EXPECT_DOUBLE_EQ(rule(with, "B", kTime).allow.relative, 0.07);
  EXPECT_EQ(rule(with, "B", kTime).allow_origin, "command line");
  EXPECT_DOUBLE_EQ(rule(with, "A", kTime).allow.relative, 0.01);
}

TEST_F(GateRulesTest, ABudgetGatesItsMetricAndHasItMeasured) {
  const std::string metric = "sm__throughput.avg.pct_of_peak_sustained_elapsed";
  const Settings with = settings("budgets: ['" + metric + "(B)=2 points']\n");
  EXPECT_THAT(with.metrics, Contains(metric));
  EXPECT_EQ(rule(with, "B", metric).gate, Gate::kFail);
  EXPECT_EQ(rule(with, "A", metric).gate, Gate::kInfo);
}

TEST_F(GateRulesTest, LimitsNeedNoBudget) {
  const Settings with = settings("limits: ['launch__registers_per_thread(B)<=64']\n");
  EXPECT_THAT(with.metrics, Contains(kRegisters));
  const GateRule limited = rule(with, "B", kRegisters);
  EXPECT_EQ(limited.max, 64);
  EXPECT_EQ(limited.gate, Gate::kInfo);
  EXPECT_TRUE(limited.is_judged());
  EXPECT_FALSE(rule(with, "A", kRegisters).is_judged());
}

TEST_F(GateRulesTest, UnitsMustFitTheMetric) {
  const Settings with = settings("budgets: ['dram__bytes_read.sum=2us']\n");
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { rule(with, "A", "dram__bytes_read.sum"); }),
              AllOf(HasSubstr("own.yaml:1"), HasSubstr("in ns"), HasSubstr("byte")));
}

TEST_F(GateRulesTest, TablesAreForEverybody) {
  const auto time_of = [&](const std::string& table) {
    return rule(settings("budget_table: " + table + "\n"), "A", kTime).allow.relative;
  };
  EXPECT_LT(time_of("strict"), time_of("default"));
  EXPECT_LT(time_of("default"), time_of("relaxed"));
  EXPECT_NO_THROW(refuse_unused_budgets(settings("budget_table: strict\n"),
                                        std::vector{parse_written_form("A")}));
  EXPECT_THAT(refusal("budget_table: strickt\n"),
              AllOf(HasSubstr("own.yaml:1"), HasSubstr("did you mean 'strict'")));
  // A table gates nothing that was not gated.
  SettingsSources host;
  host.conf = NCU_REGIONS_TEST_CONF;
  host.overrides = {"budget_table=strict"};
  EXPECT_EQ(rule(load_settings(host), "A", "host__time_duration.sum").gate, Gate::kInfo);
}

TEST_F(GateRulesTest, EntriesThatAreNeverUsedAreErrors) {
  const std::vector declared = {parse_written_form("A"), parse_written_form("A/A::A1")};
  const auto refused = [&](const std::string& yaml) {
    const Settings with = settings(yaml);
    return error_of(ErrorKind::kUsage, [&] { refuse_unused_budgets(with, declared); });
  };
  EXPECT_THAT(refused("budgets: ['gpu__time_duration.sum(C)=1%']\n"),
              AllOf(HasSubstr("own.yaml:1"), HasSubstr("no declared region matches 'C'")));
  EXPECT_THAT(refused("budgets: ['nothing__*=1%']\n"), HasSubstr("no measured metric"));
  EXPECT_THAT(refused("limits: ['gpu__time_duration.sum(C)<=1 s']\n"), HasSubstr("this limit"));
}

TEST_F(GateRulesTest, ClocksThatWereNotLockedAllowMore) {
  const Settings with = settings("");
  const RegionPath region = parse_written_form("A");
  EXPECT_DOUBLE_EQ(gate_rule(with, region, kTime, true).allow.relative, 0.03);
  EXPECT_DOUBLE_EQ(gate_rule(with, region, kTime, false).allow.relative, 0.05);
}

TEST_F(GateRulesTest, WaiversAreCheckedWhenTheyAreRead) {
  const std::string good =
      "waivers: [{region: 'A*', reason: r, author: ada, until: 2027-01-31, issue: x}]\n";
  const Settings with = settings(good);
  const Waiver* waiver = find_waiver(with, parse_written_form("A/A::A1"), kTime);
  ASSERT_NE(waiver, nullptr);
  EXPECT_EQ(waiver->author, "ada");
  EXPECT_EQ(find_waiver(with, parse_written_form("B"), kTime), nullptr);
  EXPECT_THAT(refusal("waivers: [{region: A, author: a, until: 2027-01-31}]\n"),
              HasSubstr("a waiver needs 'reason'"));
  EXPECT_THAT(refusal("waivers: [{region: A, reason: r, author: a, until: soon}]\n"),
              AllOf(HasSubstr("own.yaml:1"), HasSubstr("2027-01-31")));
  EXPECT_THAT(refusal("waivers: [{region: A, reason: ' ', author: a, until: 2027-01-31}]\n"),
              HasSubstr("is empty"));
}

TEST_F(GateRulesTest, FailOnKnowsTwoWords) {
  EXPECT_THAT(settings("fail_on: [suspect]\n").decision.fail_on, testing::ElementsAre("suspect"));
  EXPECT_THAT(refusal("fail_on: [regressed]\n"), HasSubstr("expected suspect, noisy"));
}

TEST_F(GateRulesTest, WhatDoesNotVaryIsMeasuredOnce) {
  EXPECT_EQ(settings("").capture.captures, 3u);
  EXPECT_EQ(settings("metrics: [smsp__inst_executed.sum]\n").capture.captures, 1u);
}

}  // namespace
}  // namespace ncu_regions
