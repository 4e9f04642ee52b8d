// Every stored struct comes back from its file as it was written.
#include "harness/runs/described.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/runs/explain_fields.h"
#include "harness/runs/outcome_fields.h"
#include "harness/runs/review_fields.h"
#include "harness/runs/run_fields.h"
#include "tests/support/error_of.h"
#include "tests/unit/runs/filler.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

template <class T>
class Stored : public testing::Test {};

using StoredTypes =
    testing::Types<SampleInfo, PlanRecord, ComputeProcess, GpuState, CaptureFile, CaptureRecord,
                   KernelShare, MetricShare, ChildShare, CounterMove, RulePart, Phrase, Explanation,
                   RuleChange, OtherVerdict, RuleReview, Allowance, Waiver, BaselineUsed, Spent,
                   MeasuredFile, Binding>;
TYPED_TEST_SUITE(Stored, StoredTypes);

// Compared by members, not by what the description writes: a member that is lost differs.
TYPED_TEST(Stored, ComesBackAsItWasWritten) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TypeParam value{};
    fixture::Filler(seed).fill(value);
    EXPECT_FALSE(fixture::are_same(value, TypeParam{}));
    const Json written = stored_json(value);
    const auto read = stored_from<TypeParam>(Json::parse(written.dump()));
    EXPECT_TRUE(fixture::are_same(read, value)) << written.dump(1);
    EXPECT_EQ(stored_json(read).dump(), written.dump());
  }
}

TEST(Filler, ALostMemberIsADifference) {
  RuleChange value;
  fixture::Filler(1).fill(value);
  RuleChange lost = value;
  lost.loosens = false;
  EXPECT_TRUE(value.loosens);
  EXPECT_FALSE(fixture::are_same(value, lost));
}

TEST(Described, AnUnknownKeyAndAnUnknownWordAreErrors) {
  Json json = stored_json(SampleInfo{});
  json["side"] = "left";
  EXPECT_THAT(error_of(ErrorKind::kMeasurement, [&] { stored_from<SampleInfo>(json); }),
              HasSubstr("unknown word \"left\""));
  json["side"] = "head";
  json["new_here"] = 1;
  EXPECT_THAT(error_of(ErrorKind::kMeasurement, [&] { stored_from<SampleInfo>(json); }),
              HasSubstr("unknown key \"new_here\""));
}

TEST(Described, AMissingKeyAndAWrongTypeAreErrors) {
  Json json = stored_json(PlanRecord{});
  json.erase("ncu_runs");
  EXPECT_THROW(stored_from<PlanRecord>(json), Json::exception);
  json["ncu_runs"] = "three";
  EXPECT_THROW(stored_from<PlanRecord>(json), Json::exception);
}

TEST(Described, WhatWasAddedLaterMayBeMissing) {
  CaptureRecord capture;
  capture.began_s = 5;
  Json json = stored_json(capture);
  json.erase("began_s");
  EXPECT_EQ(stored_from<CaptureRecord>(json).began_s, 0);
  json.erase("seconds");
  EXPECT_THROW(stored_from<CaptureRecord>(json), Json::exception);
}

TEST(Described, MembersAreCounted) {
  static_assert(member_count<SampleInfo>() == 6);
  static_assert(described_count<SampleInfo>() == 6);
  static_assert(member_count<MetricShare>() == 8);
  static_assert(member_count<CaptureRecord>() == 13);
}

}  // namespace
}  // namespace ncu_regions
