#include "harness/core/unit.h"

#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

TEST(Unit, FollowsFromTheNameOfTheMetric) {
  EXPECT_EQ(unit_of_metric("gpu__time_duration.sum"), "ns");
  EXPECT_EQ(unit_of_metric("dram__bytes_read.sum"), "byte");
  EXPECT_EQ(unit_of_metric("dram__bytes_read.sum.per_second"), "byte/s");
  EXPECT_EQ(unit_of_metric("dram__bytes_per_sec"), "byte/s");
  EXPECT_EQ(unit_of_metric("gpc__cycles_elapsed.avg.per_second"), "hz");
  EXPECT_EQ(unit_of_metric("sm__throughput.avg.pct_of_peak_sustained_elapsed"), "%");
  EXPECT_EQ(unit_of_metric("l1tex__t_sector_hit_rate.pct"), "%");
  EXPECT_EQ(unit_of_metric("lts__t_sectors.sum"), "sector");
  EXPECT_EQ(unit_of_metric("smsp__inst_executed.sum"), "inst");
  EXPECT_EQ(unit_of_metric("sm__inst_executed.avg.per_cycle_elapsed"), "inst/cycle");
  EXPECT_EQ(unit_of_metric("sm__warps_active.avg.per_cycle_active"), "warp");
  EXPECT_EQ(unit_of_metric("pmsampling:SM_A.TriageAC.sm__cycles_active.avg"), "cycle");
  EXPECT_EQ(unit_of_metric("launch__registers_per_thread"), "register/thread");
  EXPECT_EQ(unit_of_metric("launch__occupancy_limit_warps"), "block");
  EXPECT_EQ(unit_of_metric("launch__occupancy_cluster_pct"), "%");
  EXPECT_EQ(unit_of_metric("device__attribute_max_threads_per_block"), "");
  EXPECT_EQ(unit_of_metric("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"), "");
  EXPECT_EQ(unit_of_metric(""), "");
}

void expect_scale(const char* unit, const std::string& base, double factor) {
  const UnitScale scale = scale_of_unit(unit);
  EXPECT_EQ(scale.base, base) << unit;
  EXPECT_DOUBLE_EQ(scale.factor, factor) << unit;
}

TEST(Unit, OfAPageIsReadInBothSpellings) {
  expect_scale("", "", 1);
  expect_scale("ns", "ns", 1);
  expect_scale("nsecond", "ns", 1);
  expect_scale("usecond", "ns", 1e3);
  expect_scale("s", "ns", 1e9);
  expect_scale("Mbyte", "byte", 1e6);
  expect_scale("Gbyte/s", "byte/s", 1e9);
  expect_scale("Gbyte/second", "byte/s", 1e9);
  expect_scale("Ghz", "hz", 1e9);
  expect_scale("cycle/nsecond", "hz", 1e9);
  expect_scale("cycle/usecond", "hz", 1e6);
  expect_scale("sector/us", "sector/s", 1e6);
  expect_scale("/nsecond", "1/s", 1e9);
  expect_scale("1/s", "1/s", 1);
  expect_scale("Kbyte/block", "byte/block", 1e3);
  expect_scale("%", "%", 1);
  expect_scale("a thing", "a thing", 1);
}

TEST(Unit, BelowTheLineIsReadAsNcuMeansIt) { expect_scale("%/Kbyte", "%/byte", 1e3); }

TEST(Unit, IsScaledForPeople) {
  EXPECT_EQ(scaled_for_people(84480, "ns").unit, "us");
  EXPECT_DOUBLE_EQ(scaled_for_people(84480, "ns").value, 84.48);
  EXPECT_EQ(scaled_for_people(5e12, "ns").unit, "s");
  EXPECT_EQ(scaled_for_people(1.5e9, "byte/s").unit, "Gbyte/s");
  EXPECT_EQ(scaled_for_people(-2e6, "byte").unit, "Mbyte");
  EXPECT_EQ(scaled_for_people(999, "hz").unit, "hz");
  EXPECT_EQ(scaled_for_people(1e9, "inst").unit, "inst");
  EXPECT_EQ(scaled_for_people(0, "ns").unit, "ns");
}

}  // namespace
}  // namespace ncu_regions
