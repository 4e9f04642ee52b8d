// Declared regions whose path is another on the old side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/compare/judge.h"
#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kCount(kHostInstructionsMetric);

class MovedRegions : public testing::Test {
 protected:
  MovedRegions() {
    settings_.metrics = {kCount};
    settings_.metric_table = MetricTable({{kCount,
                                           "inst",
                                           RollUp::kSum,
                                           RollUp::kSum,
                                           {},
                                           Direction::kUp,
                                           true,
                                           "structure",
                                           {0.001, 0},
                                           Gate::kFail}});
    baseline_.sessions = {{"s", "2026-01-02", "abc", "why", {}, 1, {}}};
  }

  using Values = std::vector<std::pair<std::string, double>>;  // written form, count

  static RegionTree tree_of(const Values& values) {
    RegionTree tree;
    for (const auto& [path, count] : values) {
      Region region;
      region.path = parse_written_form(path);
      region.all.metrics[kCount] = {count, count};
      tree.regions.push_back(region);
    }
    return tree;
  }
  void store(const Values& values) {
    for (const auto& [path, count] : values) {
      replace_samples(baseline_, {parse_written_form(path), kCount, "inst", {{"s", {count}}}},
                      baseline_.sessions.front());
    }
  }
  Judgement against_stored(const Values& now) { return judge_it(now, {}, Mode::kStored); }
  Judgement side_by_side(const Values& base, const Values& now) {
    return judge_it(now, base, Mode::kSideBySide);
  }
  Judgement judge_it(const Values& now, const Values& base, Mode mode) {
    std::vector<TakenSample> samples(2);
    samples[0].info.side = BuildSide::kBase;
    samples[0].tree = tree_of(base);
    samples[1].tree = tree_of(now);
    if (mode == Mode::kStored) samples.erase(samples.begin());
    const RegionTree opened = tree_of(now);
    const std::vector<GatedTest> tests = gated_tests(settings_, declared_, opened.paths(), true);
    const Fingerprint fingerprint;
    const Obstacles obstacles;
    return judge({.tests = tests,
                  .samples = samples,
                  .mode = mode,
                  .baseline = mode == Mode::kStored ? &baseline_ : nullptr,
                  .baseline_file = "b.json",
                  .base_build = "old-build",
                  .base_declared = base_declared_,
                  .fingerprint = fingerprint,
                  .obstacles = obstacles});
  }

  Settings settings_;
  std::vector<std::string> declared_ = {"hot"};
  std::vector<std::string> base_declared_ = {"hot"};
  Baseline baseline_;
};

TEST_F(MovedRegions, ANewParentDoesNotMakeARegionNew) {
  store({{"hot", 100}});
  const Judgement stored = against_stored({{"outer", 1000}, {"outer/hot", 1000}});
  ASSERT_EQ(stored.verdicts.size(), 1u);
  EXPECT_EQ(stored.verdicts[0].word, VerdictWord::kRegressed);
  EXPECT_THAT(stored.verdicts[0].reason, HasSubstr("moved from 'hot' to 'outer/hot'"));
  EXPECT_THAT(stored.notes, testing::Contains(HasSubstr("moved from 'hot' to 'outer/hot'")));

  const Judgement base = side_by_side({{"hot", 100}}, {{"outer", 1000}, {"outer/hot", 1000}});
  EXPECT_EQ(base.verdicts[0].word, VerdictWord::kRegressed);
  EXPECT_EQ(base.verdicts[0].moved_from, parse_written_form("hot"));
}

TEST_F(MovedRegions, AnotherDomainOrAStartEndRangeIsAMoveToo) {
  for (const char* path : {"net@hot", "startend:hot", "a/b/hot"}) {
    store({{"hot", 100}});
    const Judgement same = against_stored({{path, 100}});
    EXPECT_EQ(same.verdicts[0].word, VerdictWord::kPass) << path;
    EXPECT_EQ(against_stored({{path, 1000}}).verdicts[0].word, VerdictWord::kRegressed) << path;
  }
}

TEST_F(MovedRegions, ASecondRegionWithTheLabelIsAmbiguous) {
  store({{"outer/hot", 100}});
  for (const Judgement& judgement :
       {against_stored({{"outer", 1000}, {"outer/hot", 1000}, {"hot", 1}}),
        side_by_side({{"outer/hot", 100}}, {{"outer", 1000}, {"outer/hot", 1000}, {"hot", 1}})}) {
    const Verdict& verdict = judgement.verdicts[0];
    EXPECT_EQ(verdict.word, VerdictWord::kNotMeasured);
    EXPECT_THAT(verdict.reason, AllOf(HasSubstr("has 'outer/hot'"), HasSubstr("'hot'")));
    EXPECT_EQ(exit_code_of(verdict), ExitCode::kNotMeasured);
  }
}

// A tiny region 'hot' of the baseline must not be taken over by a path that happens to be there
// too.
TEST_F(MovedRegions, TheRegionThatTheNameSpellsOutIsNotForgotten) {
  store({{"hot", 1000}, {"outer/hot", 100}});
  const Verdict verdict = against_stored({{"outer", 100}, {"outer/hot", 100}}).verdicts[0];
  EXPECT_EQ(verdict.word, VerdictWord::kNotMeasured);
  EXPECT_THAT(verdict.reason, HasSubstr("the baseline has 'hot', 'outer/hot'"));
}

TEST_F(MovedRegions, AFixedLimitNeedsNoOldRegion) {
  store({{"outer/hot", 100}});
  BudgetRule limit;
  limit.metric = kCount;
  limit.region = "*";
  limit.gate = Gate::kInfo;
  limit.max = Quantity{50, ""};
  limit.origin = "here";
  settings_.budgets = {limit};
  const Judgement judgement = against_stored({{"outer", 1000}, {"outer/hot", 1000}, {"hot", 60}});
  EXPECT_EQ(judgement.verdicts[0].word, VerdictWord::kOverLimit) << judgement.verdicts[0].reason;
}

TEST_F(MovedRegions, AnImprovementNamesRegionsThatMayHaveTakenTheWork) {
  store({{"hot", 1000}});
  const Judgement judgement = against_stored({{"hot", 900}, {"outer", 1000}, {"outer/hot", 1000}});
  EXPECT_EQ(judgement.verdicts[0].word, VerdictWord::kImproved);
  EXPECT_TRUE(judgement.verdicts[0].is_collapsed);
  EXPECT_THAT(judgement.verdicts[0].reason, HasSubstr("'outer/hot'"));
}

TEST_F(MovedRegions, APathThatAnotherDeclaredNameSpellsOutBelongsToThatName) {
  store({{"outer/hot", 100}});
  declared_ = {"hot", "outer/hot"};
  const Judgement judgement = against_stored({{"hot", 5}, {"outer", 100}, {"outer/hot", 100}});
  EXPECT_EQ(judgement.verdicts[0].word, VerdictWord::kNoBaseline);
  EXPECT_EQ(judgement.verdicts[1].word, VerdictWord::kPass);
}

TEST_F(MovedRegions, WhatTheBaseDeclaresAndDoesNotMeasureIsNotNew) {
  const Judgement lost = side_by_side({}, {{"hot", 1000}});
  EXPECT_EQ(lost.verdicts[0].word, VerdictWord::kNotMeasured);
  EXPECT_THAT(lost.verdicts[0].reason, AllOf(HasSubstr("old-build"), HasSubstr("never opened")));
  EXPECT_TRUE(lost.verdicts[0].is_region_missing);

  base_declared_ = {};
  const Judgement fresh = side_by_side({}, {{"hot", 1000}});
  EXPECT_EQ(fresh.verdicts[0].word, VerdictWord::kNoBaseline);
}

TEST_F(MovedRegions, AMovedRegionIsANewLevelToAccept) {
  store({{"hot", 100}});
  EXPECT_TRUE(is_new_level(against_stored({{"outer/hot", 100}}).verdicts[0]));
  move_region(baseline_, parse_written_form("hot"), parse_written_form("outer/hot"));
  EXPECT_EQ(baseline_.find(parse_written_form("hot"), kCount), nullptr);
  const Judgement accepted = against_stored({{"outer/hot", 100}});
  EXPECT_FALSE(accepted.verdicts[0].moved_from);
  EXPECT_THAT(accepted.notes, IsEmpty());
}

}  // namespace
}  // namespace ncu_regions
