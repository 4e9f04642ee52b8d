#include "harness/config/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SettingsTest : public testing::Test {
 protected:
  SettingsSources sources(const std::string& yaml = "", std::vector<std::string> overrides = {}) {
    SettingsSources sources;
    sources.conf = NCU_REGIONS_TEST_CONF;
    sources.overrides = std::move(overrides);
    if (!yaml.empty()) {
      write_file(folder_ / "own.yaml", yaml);
      sources.files = {folder_ / "own.yaml"};
    }
    return sources;
  }
  std::string refusal(const SettingsSources& sources) {
    return error_of(ErrorKind::kUsage, [&] { load_settings(sources); });
  }
  TempFolder folder_;
};

TEST_F(SettingsTest, TheShippedFilesLoadAndRememberWhereEachValueCameFrom) {
  const Settings settings = load_settings(sources());

  EXPECT_EQ(settings.profiler, "auto");
  EXPECT_EQ(settings.metrics.front(), "host__inst_executed.sum");
  EXPECT_THAT(settings.origins.at("profiler"), HasSubstr("defaults.yaml:"));
  EXPECT_THAT(settings.origins.at("metrics"), HasSubstr("host/default.yaml:"));
}

TEST_F(SettingsTest, LaterLayersWin) {
  const Settings settings = load_settings(sources("timeout_s: 7\nmetrics: [region__instances]\n",
                                                  {"timeout_s=9", "host.glibc_tunables=x=y"}));

  EXPECT_EQ(settings.timeout_s, 9);
  EXPECT_THAT(settings.metrics, ElementsAre("region__instances"));
  EXPECT_EQ(settings.host.glibc_tunables, "x=y");
  EXPECT_EQ(settings.origins.at("timeout_s"), "command line");
  EXPECT_THAT(settings.origins.at("metrics"), HasSubstr("own.yaml:2"));
}

TEST_F(SettingsTest, TheEnvironmentVariableWinsOverEverything) {
  SettingsSources with = sources("profiler: auto\n");
  with.profiler_variable = "host";

  EXPECT_EQ(load_settings(with).profiler, "host");
}

TEST_F(SettingsTest, AnUnknownKeyIsAnErrorWithFileLineAndTheNearestKey) {
  EXPECT_THAT(refusal(sources("# comment\ntimeout: 3\n")),
              testing::AllOf(HasSubstr("own.yaml:2"), HasSubstr("'timeout'"),
                             HasSubstr("did you mean 'timeout_s'?")));
  EXPECT_THAT(refusal(sources("host:\n  enviroment: []\n")),
              HasSubstr("did you mean 'environment'?"));
  EXPECT_THAT(refusal(sources("", {"proflier=host"})), HasSubstr("did you mean 'profiler'?"));
}

TEST_F(SettingsTest, WrongValuesAreErrors) {
  EXPECT_THAT(refusal(sources("profiler: gpu\n")), HasSubstr("auto, ncu, host"));
  EXPECT_THAT(refusal(sources("timeout_s: -1\n")), HasSubstr("above 0"));
  EXPECT_THAT(refusal(sources("timeout_s: soon\n")), HasSubstr("above 0"));
  EXPECT_THAT(refusal(sources("metrics: host__inst_executed.sum\n")), HasSubstr("must be a list"));
  EXPECT_THAT(refusal(sources("profiler: [auto]\n")), HasSubstr("single value"));
  EXPECT_THAT(refusal(sources("profiler: auto\nprofiler: host\n")), HasSubstr("stands twice"));
  EXPECT_THAT(refusal(sources("", {"metrics=a"})), HasSubstr("metrics=[a,b]"));
  EXPECT_THAT(refusal(sources("", {"novalue"})), HasSubstr("key=value"));
}

TEST_F(SettingsTest, AnUnknownMetricIsAnErrorWithTheNearestOne) {
  EXPECT_THAT(refusal(sources("metrics: [host__inst_executed]\n")),
              HasSubstr("did you mean 'host__inst_executed.sum'?"));
}

TEST_F(SettingsTest, AnUnknownPresetNamesTheKnownOnes) {
  SettingsSources with = sources();
  with.preset = "defualt";
  EXPECT_THAT(refusal(with), HasSubstr("did you mean 'default'?"));
  with.preset = "../defaults";
  EXPECT_THAT(refusal(with), HasSubstr("unknown preset"));
}

TEST_F(SettingsTest, BombsAreRefused) {
  EXPECT_THAT(refusal(sources("metrics: &a [x]\n")), HasSubstr("anchors"));
  EXPECT_THAT(refusal(sources("metrics: " + std::string(100, '[') + std::string(100, ']'))),
              HasSubstr("32 levels"));
  EXPECT_THAT(refusal(sources("profiler: auto #" + std::string(2 << 20, 'x'))), HasSubstr("1 MiB"));
  EXPECT_THAT(refusal(sources("profiler: [\n")), HasSubstr("not YAML"));
}

TEST_F(SettingsTest, BudgetEntriesAreReadInOrder) {
  const Settings settings = load_settings(
      sources("budgets:\n"
              "  - {metric: 'host__*', allow: 3 %}\n"
              "  - {metric: region__instances, region: 'A::*', gate: warn, direction: both}\n"));

  ASSERT_EQ(settings.budgets.size(), 2u);
  EXPECT_DOUBLE_EQ(settings.budgets[0].allow->relative, 0.03);
  EXPECT_EQ(settings.budgets[0].region, "*");
  EXPECT_EQ(settings.budgets[1].gate, Gate::kWarn);
  EXPECT_THAT(settings.budgets[1].origin, HasSubstr("own.yaml:3"));
}

TEST_F(SettingsTest, BadBudgetsAreErrors) {
  EXPECT_THAT(refusal(sources("budgets: 3\n")), HasSubstr("must be a list"));
  EXPECT_THAT(refusal(sources("budgets: [{allow: 3 %}]\n")), HasSubstr("needs 'metric'"));
  EXPECT_THAT(refusal(sources("budgets: [{metric: x, alow: 3 %}]\n")), HasSubstr("'allow'"));
  EXPECT_THAT(refusal(sources("budgets: [{metric: x, gate: stop}]\n")),
              HasSubstr("fail, warn or info"));
}

TEST(Allowance, RelativeAbsoluteOrBoth) {
  EXPECT_DOUBLE_EQ(parse_allowance("3%", "x").relative, 0.03);
  EXPECT_DOUBLE_EQ(parse_allowance(" 1000 ", "x").absolute, 1000);
  const Allowance both = parse_allowance("0.1 % | 1000", "x");
  EXPECT_DOUBLE_EQ(both.relative, 0.001);
  EXPECT_DOUBLE_EQ(both.absolute, 1000);
  EXPECT_EQ(to_string(both), "0.1 % | 1000");
  EXPECT_EQ(to_string(Allowance{}), "0");
}

TEST(Allowance, AnythingElseIsRefused) {
  for (const char* text : {"", "-1", "3 % | 4 %", "1 | 2", "nan", "inf %", "3 x", "|"}) {
    error_of(ErrorKind::kUsage, [&] { parse_allowance(text, "here"); });
  }
}

}  // namespace
}  // namespace ncu_regions
