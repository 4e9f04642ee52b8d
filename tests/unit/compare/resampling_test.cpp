#include "harness/compare/resampling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ncu_regions {
namespace {

Series series(double spread, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Series made;
  made.test.budget = {0.02, 0, ""};
  for (std::size_t i = 0; i < count; ++i) {
    // Sum of twelve: near enough to a normal distribution, and the same everywhere.
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random() >> 11) / 9007199254740992.0;
    made.values.push_back(100 * std::exp(spread * sum));
  }
  return made;
}

TEST(Resampling, QuietCapturesRaiseNoAlarmAndSeeLittleMoreThanTheBudget) {
  const std::vector<Series> quiet = {series(0.002, 30, 1), series(0.002, 30, 2)};
  const Resampled result = resample({.series = quiet, .trials = 200});
  EXPECT_EQ(result.captures, 30u);
  EXPECT_EQ(result.pairs, 10u);
  EXPECT_EQ(result.false_alarms, 0u);
  EXPECT_NEAR(result.series[0].spread, 0.002, 0.001);
  ASSERT_TRUE(result.series[0].smallest);
  EXPECT_GT(*result.series[0].smallest, 0.02);
  EXPECT_LT(*result.series[0].smallest, 0.03);
}

TEST(Resampling, NoisyCapturesKeepThePromiseAndSeeLess) {
  std::vector<Series> noisy;
  for (std::uint64_t i = 0; i < 5; ++i) noisy.push_back(series(0.05, 46, i + 10));
  const Resampled result = resample({.series = noisy, .trials = 200, .captures_max = 14});
  EXPECT_LE(result.false_alarms, 4u);
  for (const SeriesReport& report : result.series) EXPECT_GT(report.smallest.value_or(1), 0.03);
}

TEST(Resampling, IsTheSameEachTime) {
  const std::vector<Series> noisy = {series(0.05, 26, 3)};
  const Resampled once = resample({.series = noisy, .trials = 100, .seed = 7});
  const Resampled again = resample({.series = noisy, .trials = 100, .seed = 7});
  EXPECT_EQ(once.series[0].smallest, again.series[0].smallest);
  EXPECT_EQ(once.false_alarms, again.false_alarms);
}

TEST(Resampling, WhatNeverVariesIsExact) {
  Series constant = series(0, 16, 1);
  constant.values.assign(16, 7);
  constant.test.deterministic = true;
  const std::vector<Series> list = {constant};
  const Resampled result = resample({.series = list, .trials = 10});
  EXPECT_TRUE(result.series[0].is_exact);
  EXPECT_EQ(result.false_alarms, 0u);
}

}  // namespace
}  // namespace ncu_regions
