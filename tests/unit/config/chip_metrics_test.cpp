// Which metrics ncu is asked for on the GPUs at hand, and under which names.
#include "harness/config/chip_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

Settings settings(const std::vector<std::string>& overrides = {}) {
  SettingsSources sources;
  sources.conf = NCU_REGIONS_TEST_CONF;
  sources.folder = PresetFolder::kNcu;
  sources.overrides = overrides;
  return load_settings(sources);
}

const std::set<std::string> kCommon = {"gpu__time_duration", "smsp__inst_executed",
                                       "lts__t_sectors", "sm__throughput", "dram__throughput"};

ChipMetrics chip(const std::string& name, std::set<std::string> more) {
  more.insert(kCommon.begin(), kCommon.end());
  return {name, more};
}

TEST(ChipMetrics, WithoutAListNothingChanges) {
  Settings given = settings();
  EXPECT_THAT(fit_to_chips(given, {}), IsEmpty());
  EXPECT_THAT(given.ncu.names_on_chip, IsEmpty());
  EXPECT_THAT(given.ncu.not_on_chip, IsEmpty());
}

TEST(ChipMetrics, TheFirstSpellingThatTheChipHasIsTaken) {
  Settings given = settings();
  const std::vector<ChipMetrics> chips = {
      chip("gb202", {"dram__bytes_op_read", "dram__bytes_op_write"})};
  const auto notes = fit_to_chips(given, chips);
  EXPECT_THAT(given.ncu.names_on_chip,
              UnorderedElementsAre(Pair("dram__bytes_read.sum", "dram__bytes_op_read.sum"),
                                   Pair("dram__bytes_write.sum", "dram__bytes_op_write.sum")));
  EXPECT_THAT(given.ncu.not_on_chip, IsEmpty());
  EXPECT_THAT(notes[0], HasSubstr("dram__bytes_read.sum is measured as dram__bytes_op_read.sum"));

  Settings both = settings();
  const std::vector<ChipMetrics> rich = {
      chip("x", {"dram__bytes_op_read", "dram__bytes_read", "dram__bytes_write"})};
  fit_to_chips(both, rich);
  EXPECT_THAT(both.ncu.names_on_chip, IsEmpty());
}

TEST(ChipMetrics, ASpellingHoldsForEverySuffix) {
  Settings given = settings({"ncu_cli.metrics=[dram__bytes_read.sum.per_second]"});
  const std::vector<ChipMetrics> chips = {
      chip("gb202", {"dram__bytes_op_read", "dram__bytes_op_write"})};
  fit_to_chips(given, chips);
  EXPECT_EQ(given.ncu.names_on_chip.at("dram__bytes_read.sum.per_second"),
            "dram__bytes_op_read.sum.per_second");
  EXPECT_EQ(given.metric_table.quantity_of("dram__bytes_op_read.avg"), "dram__bytes_read.avg");
}

TEST(ChipMetrics, AListWithoutWhatEveryChipHasIsNotBelieved) {
  Settings given = settings();
  const std::vector<ChipMetrics> chips = {{"gh100", {"gpu__time_duration", "dram__bytes_read"}}};
  EXPECT_THAT(fit_to_chips(given, chips), IsEmpty());
  EXPECT_THAT(given.ncu.not_on_chip, IsEmpty());
}

TEST(ChipMetrics, SeveralChipsNeedOneSpelling) {
  Settings given = settings();
  const std::vector<ChipMetrics> chips = {
      chip("ad102", {"dram__bytes_read", "dram__bytes_write"}),
      chip("gb202", {"dram__bytes_op_read", "dram__bytes_op_write"})};
  EXPECT_THAT(error_of(ErrorKind::kMeasurement, [&] { fit_to_chips(given, chips); }),
              AllOf(HasSubstr("ad102: dram__bytes_read.sum, gb202: dram__bytes_op_read.sum"),
                    HasSubstr("Choose one of them with device=cuda:0")));
}

// What ncu derives from others, or takes from the launch, stands in no list of counters.
TEST(ChipMetrics, OnlyCountersAreLookedFor) {
  Settings given = settings({"metrics=[launch__registers_per_thread,region__kernel_launches]",
                             "ncu_cli.metrics=[derived__memory_l1_conflicts.x,inst_executed,"
                             "breakdown:sm__throughput.avg,group:memory__chart]"});
  const std::vector<ChipMetrics> chips = {chip("ga102", {})};
  EXPECT_THAT(fit_to_chips(given, chips), IsEmpty());
  EXPECT_THAT(given.ncu.not_on_chip, IsEmpty());
}

TEST(ChipMetrics, AMetricThatTheUserNamesIsDeclaredAndOneOfThePresetIsNot) {
  EXPECT_THAT(settings().declared_metrics, IsEmpty());
  EXPECT_THAT(settings({"metrics=[dram__bytes_op_read.sum]"}).metrics,
              ElementsAre("dram__bytes_read.sum"));
  EXPECT_TRUE(settings({"metrics=[dram__bytes_op_read.sum]"})
                  .declared_metrics.contains("dram__bytes_read.sum"));
  SettingsSources sources;
  sources.conf = NCU_REGIONS_TEST_CONF;
  sources.folder = PresetFolder::kNcu;
  sources.limits = {"dram__bytes_op_write.sum(A)<=1GB"};
  const Settings limited = load_settings(sources);
  EXPECT_THAT(limited.declared_metrics, ElementsAre("dram__bytes_write.sum"));
  EXPECT_EQ(limited.budgets.back().metric, "dram__bytes_write.sum");
}

}  // namespace
}  // namespace ncu_regions
