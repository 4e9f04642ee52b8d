#include "harness/config/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/config/gate_rules.h"
#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
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

TEST_F(SettingsTest, NothingOfAFileIsIgnored) {
  EXPECT_THAT(refusal(sources("timeout_s: 5\n---\nlimits: [a<=1]\n")),
              HasSubstr("own.yaml:2: a second YAML document begins here"));
  EXPECT_THAT(refusal(sources("timeout_s: 5\n...\n---\n")), HasSubstr("own.yaml:3: a second"));
  EXPECT_THAT(refusal(sources("workload:\n  inference:\n    batch: 1\n    batch: 2\n")),
              HasSubstr("own.yaml:4: 'batch' stands twice"));
  EXPECT_THAT(refusal(sources("budgets:\n  - {metric: a, gate: fail, gate: warn}\n")),
              HasSubstr("own.yaml:2: 'gate' stands twice"));
  EXPECT_EQ(load_settings(sources("---\n# one document\ntimeout_s: 5\n...\n")).timeout_s, 5);
}

TEST_F(SettingsTest, ContradictoryWordsOfABudgetAreRefusedInAFileToo) {
  EXPECT_THAT(refusal(sources("budgets:\n  - 'host__*=1%,up,down'\n")),
              AllOf(HasSubstr("own.yaml:2"), HasSubstr("two words for the direction")));
}

TEST_F(SettingsTest, WhatIsNotARegularFileIsRefused) {
  SettingsSources with = sources();
  with.files = {folder_.path()};
  EXPECT_THAT(refusal(with), HasSubstr("is not a regular file"));
  with.files = {folder_ / "no"};
  EXPECT_THAT(refusal(with), HasSubstr("no such file"));
}

TEST_F(SettingsTest, BudgetEntriesAreReadInOrder) {
  Settings settings = load_settings(
      sources("budgets:\n"
              "  - {metric: 'host__*', allow: 3 %}\n"
              "  - {metric: region__instances, region: 'A::*', gate: warn, direction: both}\n"));

  std::erase_if(settings.budgets, &BudgetRule::is_of_table);
  ASSERT_EQ(settings.budgets.size(), 2u);
  EXPECT_DOUBLE_EQ(settings.budgets[0].allow->relative, 0.03);
  EXPECT_EQ(settings.budgets[0].region, "*");
  EXPECT_EQ(settings.budgets[1].gate, Gate::kWarn);
  EXPECT_THAT(settings.budgets[1].origin, HasSubstr("own.yaml:3"));
}

TEST_F(SettingsTest, TheTimeThatABenchmarkIsMeasuredByIsGated) {
  for (const char* table : {"default", "strict", "relaxed"}) {
    SettingsSources from = sources("", {std::string("budget_table=") + table});
    from.folder = PresetFolder::kBenchmark;
    const Settings settings = load_settings(from);
    EXPECT_THAT(settings.metrics, ElementsAre("benchmark__real_time", "benchmark__cpu_time"));
    const auto gate = [&](const std::string& region, const std::string& metric) {
      return gate_rule(settings, parse_written_form(region), metric).gate;
    };
    EXPECT_EQ(gate("sort/8", "benchmark__cpu_time"), Gate::kFail);
    EXPECT_EQ(gate("sort/8", "benchmark__real_time"), Gate::kInfo);
    EXPECT_EQ(gate("sort/real_time/threads:2", "benchmark__real_time"), Gate::kFail);
    EXPECT_EQ(gate("sort/real_time/threads:2", "benchmark__cpu_time"), Gate::kInfo);
    EXPECT_EQ(gate("sort/iterations:3/manual_time", "benchmark__real_time"), Gate::kFail);
    EXPECT_EQ(gate("sort", "benchmark__hits"), Gate::kInfo);
    EXPECT_EQ(unit_of(settings, "benchmark__cycles"), "");
  }
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

// ---- settings of ncu ----

class NcuSettingsTest : public SettingsTest {
 protected:
  SettingsSources ncu(const std::string& yaml = "", std::vector<std::string> overrides = {}) {
    SettingsSources with = sources(yaml, std::move(overrides));
    with.folder = PresetFolder::kNcu;
    return with;
  }
  std::string unknown_to(const NcuVersion& version, const SettingsSources& sources,
                         const std::vector<std::string>& sections = {}) {
    const Settings settings = load_settings(sources);
    return error_of(ErrorKind::kUsage, [&] { refuse_unknown_to_ncu(settings, version, sections); });
  }
};

TEST_F(NcuSettingsTest, ThePresetsAskForKernelReplayAndGateWhatRegionTestsGate) {
  const Settings settings = load_settings(ncu());

  EXPECT_EQ(settings.ncu.replay_mode, "kernel");
  EXPECT_THAT(settings.ncu.sections,
              ElementsAre("SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy"));
  EXPECT_THAT(
      settings.ncu.metrics,
      ElementsAre("gpu__time_duration.sum", "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                  "dram__throughput.avg.pct_of_peak_sustained_elapsed"));
  EXPECT_THAT(settings.metrics,
              ElementsAre("gpu__time_duration.sum", "smsp__inst_executed.sum",
                          "dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_sectors.sum",
                          "region__kernel_launches", "region__instances"));
  for (const char* preset : {"default", "high", "rtx3090", "rtx3090.compute", "rtx3090.memory"}) {
    SettingsSources with = ncu();
    with.preset = preset;
    EXPECT_EQ(load_settings(with).ncu.replay_mode, "kernel") << preset;
    EXPECT_TRUE(gates_anything(load_settings(with))) << preset;
  }
}

TEST_F(NcuSettingsTest, ARegisteredTestAsksForRangeUnlessItsFileSaysOtherwise) {
  SettingsSources registered = ncu();
  registered.is_registered = true;
  EXPECT_EQ(load_settings(registered).ncu.replay_mode, "range");
  registered = ncu("ncu_cli: {replay_mode: app-range}\n");
  registered.is_registered = true;
  EXPECT_EQ(load_settings(registered).ncu.replay_mode, "app-range");
  registered.call = {"ncu_cli.replay_mode=kernel"};
  EXPECT_EQ(load_settings(registered).origins.at("ncu_cli.replay_mode"), "ncu_regions_add_test");
}

TEST_F(NcuSettingsTest, APresetOfTheOtherProfilerIsTheDefaultHere) {
  SettingsSources with = sources();
  with.preset = "rtx3090";
  EXPECT_EQ(load_settings(with).metrics.front(), "host__inst_executed.sum");
  with.preset = "rtx309";
  EXPECT_THAT(refusal(with), HasSubstr("did you mean 'rtx3090'"));
}

TEST_F(NcuSettingsTest, EachProfilerTakesItsOwnMetrics) {
  const std::string yaml =
      "metrics: [gpu__time_duration.sum, host__inst_executed.sum, region__instances]\n";
  EXPECT_THAT(load_settings(ncu(yaml)).metrics,
              ElementsAre("gpu__time_duration.sum", "region__instances"));
  EXPECT_THAT(load_settings(sources(yaml)).metrics,
              ElementsAre("host__inst_executed.sum", "region__instances"));
  EXPECT_THAT(refusal(ncu("metrics: [hots__inst_executed.sum]\n")), HasSubstr("unknown metric"));
}

TEST_F(NcuSettingsTest, OverridesSetDropAndListLikeHydra) {
  const Settings settings =
      load_settings(ncu("captures: 5\nworkload: {inference: {batch: 4, image_size: 16}}\n",
                        {"ncu_cli.sections=[SpeedOfLight,Occupancy]", "~captures",
                         "workload.inference.batch=8", "~workload.inference.image_size"}));
  EXPECT_THAT(settings.ncu.sections, ElementsAre("SpeedOfLight", "Occupancy"));
  EXPECT_EQ(settings.capture.captures, 3u);
  EXPECT_THAT(settings.origins.at("captures"), HasSubstr("defaults.yaml:"));
  EXPECT_THAT(settings.parameters, ElementsAre("--batch", "8"));
  EXPECT_THAT(load_settings(ncu("", {"ncu_cli.kernel_exclude=[\"regex:x{1,2}\", y]"}))
                  .shown.kernels.general.exclude,
              ElementsAre("regex:x{1,2}", "y"));
  EXPECT_THAT(refusal(ncu("", {"~nonsense"})), HasSubstr("unknown key 'nonsense'"));
}

TEST_F(NcuSettingsTest, ParametersBecomeArguments) {
  const Settings settings = load_settings(
      ncu("workload:\n  architecture: {channels: 8}\n  inference: {image_size: 16}\n"));
  EXPECT_THAT(settings.parameters, ElementsAre("--channels", "8", "--image-size", "16"));
  EXPECT_THAT(refusal(ncu("workload: {inference: {\"a b\": 1}}\n")),
              HasSubstr("letters, digits and _"));
}

TEST_F(NcuSettingsTest, ContradictionsNameFileAndLine) {
  const auto in_range = [&](const std::string& line) {
    return refusal(ncu("ncu_cli:\n  replay_mode: range\n  " + line + "\n"));
  };
  EXPECT_THAT(in_range("kernel_name: conv"),
              AllOf(HasSubstr("own.yaml:3"), HasSubstr("no kernel name")));
  EXPECT_THAT(in_range("launch_count: 3"), HasSubstr("every instance"));
  EXPECT_THAT(in_range("nvtx: {include: [A/]}"), HasSubstr("own.yaml:3"));
  EXPECT_THAT(in_range("graph_profiling: graph"), HasSubstr("use node"));
  EXPECT_THAT(in_range("app_replay_match: name"), HasSubstr("application"));
  EXPECT_THAT(in_range("extra_args: [--metrics=x]"), HasSubstr("repeats --metrics"));
  EXPECT_THAT(in_range("extra_args: [--launch-cou=1]"), HasSubstr("repeats --launch-count"));
  EXPECT_THAT(in_range("extra_args: [-c1]"), HasSubstr("long option"));
  EXPECT_THAT(refusal(ncu("", {"captures=101"})), HasSubstr("100 are the most"));
  EXPECT_THAT(refusal(ncu("", {"workload.regions=[]"})), HasSubstr("--region"));
  EXPECT_THAT(refusal(ncu("", {"budgets=[]"})), HasSubstr("write it in a file"));
  EXPECT_THAT(refusal(ncu("", {"~ncu_cli"})), HasSubstr("group of keys"));
  EXPECT_THAT(refusal(ncu("", {"ncu_cli.metrics=[a,]"})), HasSubstr("an item is empty"));
  EXPECT_THAT(refusal(ncu("ncu_cli: {range_replay_options: [enable-greedy-sync]}\n")),
              HasSubstr("'range'"));
  EXPECT_THAT(refusal(ncu("device: gpu0\n")), HasSubstr("expected cuda:0"));
  for (const char* wrong : {"timeout_s: -1", "captures: 0", "census_timeout_s: -3",
                            "retry_wait_s: -1", "census: maybe", "ncu_cli: {launch_skip: x}"}) {
    EXPECT_THAT(refusal(ncu(std::string(wrong) + "\n")), HasSubstr("own.yaml:1: ")) << wrong;
  }
}

TEST_F(NcuSettingsTest, WhatAnInstalledVersionDoesNotKnowIsSaid) {
  const SettingsSources app_range = ncu("", {"ncu_cli.replay_mode=app-range"});
  EXPECT_THAT(unknown_to({2022, 3}, app_range),
              HasSubstr("needs ncu 2023.1 or newer; this is 2022.3"));
  EXPECT_NO_THROW(refuse_unknown_to_ncu(load_settings(app_range), {2024, 1}, {}));
  EXPECT_THAT(unknown_to({2024, 2}, ncu("ncu_cli: {clock_control: boost}\n")),
              AllOf(HasSubstr("own.yaml:1"), HasSubstr("2025.4")));
  EXPECT_THAT(unknown_to({2024, 2}, ncu("", {"ncu_cli.sections=[Occupance]"}),
                         {"Occupancy", "LaunchStats"}),
              HasSubstr("did you mean 'Occupancy'"));
  const SettingsSources sass =
      ncu("metrics: [smsp__sass_thread_inst_executed_op_fadd_pred_on.sum]\n",
          {"ncu_cli.replay_mode=range"});
  EXPECT_THAT(unknown_to({2024, 2}, sass), HasSubstr("cannot measure in ranges"));
  EXPECT_NO_THROW(refuse_unknown_to_ncu(load_settings(sass), {2026, 1}, {}));
}

TEST_F(NcuSettingsTest, EveryKeyStandsInTheDocumentation) {
  const std::string page =
      read_file(std::filesystem::path(NCU_REGIONS_TEST_CONF) / "../docs/configuration.md");
  for (const auto& [key, value] : load_settings(ncu()).values) {
    EXPECT_THAT(page, HasSubstr("`" + key + "`"));
  }
}

}  // namespace
}  // namespace ncu_regions
