#include "harness/config/budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/config/waiver.h"
#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

TEST(Budget, OneLineHoldsMetricRegionAndAllowance) {
  const BudgetRule rule = parse_budget("gpu__time_duration.sum(A::*)=3%|2us", "here");
  EXPECT_EQ(rule.metric, "gpu__time_duration.sum");
  EXPECT_EQ(rule.region, "A::*");
  EXPECT_DOUBLE_EQ(rule.allow->relative, 0.03);
  EXPECT_DOUBLE_EQ(rule.allow->absolute, 2000);
  EXPECT_EQ(rule.allow->base, "ns");
  EXPECT_EQ(rule.origin, "here");
  EXPECT_FALSE(rule.gate);
}

TEST(Budget, WordsStandBehindTheAllowance) {
  const BudgetRule rule = parse_budget("m = 5 % , warn, both", "here");
  EXPECT_EQ(rule.metric, "m");
  EXPECT_EQ(rule.region, "*");
  EXPECT_EQ(rule.gate, Gate::kWarn);
  EXPECT_EQ(rule.direction, Direction::kBoth);
  EXPECT_FALSE(parse_budget("m=info", "here").allow);
}

TEST(Budget, ARegionMayHoldWhatOurOwnLanguageUses) {
  EXPECT_EQ(parse_budget("m(f(x)=<y>)=1", "here").region, "f(x)=<y>");
  EXPECT_EQ(parse_limit("m(a<=b(c))<=64", "here").region, "a<=b(c)");
}

TEST(Budget, LimitsHaveTwoSidesAndUnits) {
  const BudgetRule most = parse_limit("launch__registers_per_thread(A::A1)<=64", "here");
  EXPECT_EQ(most.max->value, 64);
  EXPECT_TRUE(most.is_limit());
  EXPECT_EQ(parse_limit("m>=-1.5", "here").min->value, -1.5);
  EXPECT_EQ(parse_limit("m<=1.5MiB", "here").max->value, 1.5 * 1024 * 1024);
  EXPECT_EQ(parse_limit("m<=1.5 ms", "here").max->base, "ns");
  EXPECT_EQ(parse_limit("m>=80 %", "here").min->base, "%");
}

TEST(Budget, WhatIsNoneIsRefusedWithAnExample) {
  for (const char* text : {"", "m", "=3%", "m()=3%", "m(A)", "m(A)<=3", "m=x", "m=-1",
                           "m=1 furlong", "m=3%|4%", "m=1|2", "m=", "m=inf", "m=nan", "m=3%,4%"}) {
    EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { parse_budget(text, "here"); }),
                testing::StartsWith("here: "))
        << text;
  }
  for (const char* text : {"", "m", "m=3", "m<3", "m<=", "m<=x", "<=3", "m<=nan"}) {
    EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { parse_limit(text, "here"); }),
                testing::StartsWith("here: "))
        << text;
  }
  EXPECT_THAT(error_of(ErrorKind::kUsage, [] { parse_limit("m<=1 furlong", "here"); }),
              HasSubstr("limit 'm<=1 furlong'"));
  EXPECT_THAT(error_of(ErrorKind::kUsage, [] { parse_budget("m(A)", "here"); }),
              HasSubstr("gpu__time_duration.sum(A::*)=3%|2us"));
}

TEST(Budget, TwoWordsOfOneKindAreRefused) {
  const auto refusal = [](const char* text) {
    return error_of(ErrorKind::kUsage, [&] { parse_budget(text, "here"); });
  };
  EXPECT_EQ(refusal("m=1%,up,down"),
            "here: 'm=1%,up,down' has two words for the direction, 'up' and 'down'; keep one");
  EXPECT_THAT(refusal("m=down,1%,both"), HasSubstr("direction, 'down' and 'both'"));
  EXPECT_THAT(refusal("m=fail,warn"), HasSubstr("gate, 'fail' and 'warn'"));
  EXPECT_THAT(refusal("m=3%,4%"), HasSubstr("has two allowances"));
  EXPECT_THAT(refusal("m=3%,warn,10"), HasSubstr("has two allowances"));
}

TEST(Budget, IsPrintedAsItWasMeant) {
  EXPECT_EQ(to_string(parse_allowance("3 % | 2 us", "")), "3 % | 2000 ns");
  EXPECT_EQ(to_string(parse_allowance("2 points", "")), "2 points");
  EXPECT_EQ(to_string(parse_allowance("0.1 % | 1000", "")), "0.1 % | 1000");
  EXPECT_EQ(to_string(Allowance{}), "0");
}

TEST(Waiver, TheLastDayCounts) {
  Waiver waiver;
  waiver.until = "2027-01-31";
  EXPECT_FALSE(waiver.has_expired("2027-01-31"));
  EXPECT_TRUE(waiver.has_expired("2027-02-01"));
}

TEST(Waiver, DatesAreDaysOfTheCalendar) {
  EXPECT_TRUE(is_date("2028-02-29"));
  for (const char* text : {"", "2027-02-29", "2027-13-01", "2027-1-31", "31-01-2027", "2027-01-31x",
                           "2027-01-3 ", "+027-01-31", "2027/01/31"}) {
    EXPECT_FALSE(is_date(text)) << text;
  }
}

}  // namespace
}  // namespace ncu_regions
