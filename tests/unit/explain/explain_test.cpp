#include "harness/explain/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const std::string kInst(kHostInstructionsMetric);
constexpr char kTime[] = "gpu__time_duration.sum";

MetricTable table() {
  const auto exact = [](const std::string& name, const std::string& unit) {
    MetricInfo info;
    info.pattern = name;
    info.unit = unit;
    info.deterministic = true;
    return info;
  };
  return MetricTable({exact(kInst, "inst"), exact(std::string(kHostLaunchesMetric), "launches"),
                      exact("launch__registers_per_thread", "register/thread")});
}

RegionParts parts(const std::vector<std::string>& labels, std::map<std::string, double> counters,
                  std::vector<KernelPart> kernels, std::uint64_t samples = 1) {
  RegionParts parts;
  parts.region = {"", labels};
  parts.samples = samples;
  for (const auto& [metric, value] : counters) {
    parts.counters[metric] = {value, value, value, samples};
  }
  parts.kernels = std::move(kernels);
  return parts;
}

class Explain : public testing::Test {
 protected:
  Explain() { outcome_.kind = "host"; }

  Verdict& judge(const std::vector<std::string>& labels, const std::string& metric, double before,
                 double now, VerdictWord word = VerdictWord::kRegressed) {
    Verdict verdict;
    verdict.region = {"", labels};
    verdict.metric = metric;
    verdict.unit = metric == kTime ? "ns" : "inst";
    verdict.family = metric == kTime ? "gpu_time" : "host_count";
    verdict.is_additive = true;
    verdict.word = word;
    verdict.baseline = before;
    verdict.now = now;
    outcome_.verdicts.push_back(verdict);
    return outcome_.verdicts.back();
  }
  void add(const RegionParts& before, const RegionParts& now) {
    before_[before.region] = before;
    now_[now.region] = now;
  }
  std::vector<Explanation> run() {
    const MetricTable metrics = table();
    return explain({outcome_, before_, now_, metrics});
  }
  std::string reading() {
    const std::vector<Explanation> explanations = run();
    std::string text;
    for (const Phrase& phrase : explanations.at(0).reading) {
      text += phrase.is_name ? "<" + phrase.text + ">" : phrase.text;
    }
    return text;
  }

  Outcome outcome_;
  PartsByRegion before_, now_;
};

double sum_of(const MetricShare& share) {
  double sum = share.rest;
  for (const KernelShare& kernel : share.kernels) sum += kernel.contribution();
  return sum;
}

TEST_F(Explain, ContributionsAndTheRestAreTheChange) {
  judge({"A"}, kInst, 1000, 1300);
  add(parts({"A"}, {{kInst, 1000}},
            {{"old", 2, {{kInst, 100}}}, {"same", 1, {{kInst, 50}}}, {"conv", 4, {{kInst, 400}}}}),
      parts({"A"}, {{kInst, 1300}},
            {{"new", 1, {{kInst, 90}}}, {"same", 1, {{kInst, 50}}}, {"conv", 6, {{kInst, 700}}}}));

  const MetricShare share = run().at(0).shares.at(0);

  ASSERT_THAT(share.kernels, SizeIs(3)) << "one that did not change says nothing";
  EXPECT_EQ(share.kernels[0].kernel, "conv");
  EXPECT_EQ(share.kernels[0].change, KernelChange::kMoreLaunches);
  EXPECT_EQ(share.kernels[1].change, KernelChange::kGone);
  EXPECT_EQ(share.kernels[2].change, KernelChange::kNew);
  EXPECT_EQ(share.rest, 10);
  EXPECT_EQ(sum_of(share), 300);
}

TEST_F(Explain, ReadsLaunchesNewKernelsAndSlowerOnes) {
  judge({"A"}, kInst, 1000, 1200);
  add(parts({"A"}, {{kInst, 1000}}, {{"relu", 4, {{kInst, 400}}}}),
      parts({"A"}, {{kInst, 1200}}, {{"relu", 6, {{kInst, 600}}}}));
  EXPECT_EQ(reading(),
            "2 extra launches of <relu> (4 → 6 launches): all of the change of "
            "<host__inst_executed.sum>");

  now_.begin()->second.kernels = {{"relu", 4, {{kInst, 600}}}};
  EXPECT_EQ(
      reading(),
      "each launch of <relu> has +50.0 % of it: all of the change of <host__inst_executed.sum>");

  now_.begin()->second.kernels = {{"relu", 4, {{kInst, 400}}}, {"pool", 1, {{kInst, 190}}}};
  EXPECT_EQ(reading(), "<pool> is new (1 launch): 95 % of the change of <host__inst_executed.sum>");

  now_.begin()->second.kernels = {{"relu", 4, {{kInst, 400}}}};
  EXPECT_EQ(reading(), "all of the change of <host__inst_executed.sum> is outside of kernels");
}

TEST_F(Explain, SaysWhichChildItIsIn) {
  judge({"A"}, kInst, 1000, 1200);
  const auto with = [](double value, std::uint64_t launches, const std::vector<std::string>& at,
                       double all) {
    return parts(at, {{kInst, all}}, {{"relu", launches, {{kInst, value}}}});
  };
  add(with(400, 4, {"A"}, 1000), with(600, 6, {"A"}, 1200));
  add(with(400, 4, {"A", "A::A1"}, 500), with(600, 6, {"A", "A::A1"}, 700));

  EXPECT_EQ(reading(),
            "2 extra launches of <relu> (4 → 6 launches): all of the change of "
            "<host__inst_executed.sum>, in "
            "<A::A1>");
  EXPECT_THAT(run().at(0).children, SizeIs(1));
}

TEST_F(Explain, RangesOfDifferentLevelsAreNotSubtracted) {
  outcome_.kind = "range";
  judge({"A"}, kTime, 1000, 1200);
  const auto with = [](const std::vector<std::string>& at, double time, double kernels) {
    return parts(at, {{kTime, time}, {std::string(kKernelTimePart), kernels}},
                 {{"relu", 1, {{std::string(kKernelTimePart), kernels}}}});
  };
  add(with({"A"}, 1000, 700), with({"A"}, 1200, 880));
  add(with({"A", "x"}, 500, 1), with({"A", "x"}, 700, 1));

  const Explanation explanation = run().at(0);

  EXPECT_THAT(explanation.children, IsEmpty());
  EXPECT_EQ(explanation.shares.at(0).of, kKernelTimePart) << "the census's, under its own name";
  EXPECT_EQ(explanation.shares.at(0).change(), 180);
}

TEST_F(Explain, SameCyclesAtASlowerClockAreTheEnvironment) {
  outcome_.kind = "kernel";
  judge({"A"}, kTime, 1000, 1200);
  const auto with = [](double time, double cycles, double clock) {
    return parts({"A"},
                 {{kTime, time},
                  {"gpc__cycles_elapsed.max", cycles},
                  {"gpc__cycles_elapsed.avg.per_second", clock}},
                 {{"relu", 1, {{kTime, time}}}}, 5);
  };
  add(with(1000, 5000, 1.5e9), with(1200, 5010, 1.25e9));
  EXPECT_EQ(reading(),
            "same cycles (+0.2 %), slower clock (-16.7 %): environment, not this change");

  now_.begin()->second.counters["gpc__cycles_elapsed.max"] = {6000, 6000, 6000, 5};
  EXPECT_EQ(
      reading(),
      "each launch of <relu> has +20.0 % of it: all of the change of <gpu__time_duration.sum>");
}

TEST_F(Explain, CountersMoveOnlyBeyondWhatCapturesDifferBy) {
  outcome_.kind = "kernel";
  judge({"A"}, kTime, 1000, 1200);
  RegionParts before = parts({"A"}, {{kTime, 1000}, {"launch__registers_per_thread", 64}}, {}, 3);
  RegionParts now = parts({"A"}, {{kTime, 1200}, {"launch__registers_per_thread", 96}}, {}, 3);
  before.counters["dram__bytes_read.sum"] = {90, 100, 110, 3};
  now.counters["dram__bytes_read.sum"] = {140, 150, 160, 3};
  before.counters["lts__t_sectors.sum"] = {90, 100, 110, 3};
  now.counters["lts__t_sectors.sum"] = {105, 120, 130, 3};
  add(before, now);

  const Explanation explanation = run().at(0);

  ASSERT_THAT(explanation.counters, SizeIs(2));
  EXPECT_EQ(explanation.counters[0].metric, "dram__bytes_read.sum");
  EXPECT_EQ(explanation.counters[1].metric, "launch__registers_per_thread");
  EXPECT_EQ(reading(), "more DRAM traffic (+50.0 %); more registers per thread (+50.0 %)");

  // Of a single capture what varies proves nothing.
  before_.begin()->second.counters["dram__bytes_read.sum"].captures = 1;
  EXPECT_THAT(run().at(0).counters, SizeIs(1));
}

TEST_F(Explain, OnlyRulesThatAreNewAreTold) {
  judge({"A"}, kInst, 1000, 1200);
  add(parts({"A"}, {{kInst, 1000}}, {}), parts({"A"}, {{kInst, 1200}}, {}));
  now_.begin()->second.rules = RuleParts{
      {"k", "l"},
      {{"k", "SOL", "old", 3.0}, {"k", "Occupancy", "new", 12.5}, {"l", "SOL", "x", 1.0}}};
  EXPECT_THAT(run().at(0).rules, IsEmpty()) << "nobody looked for them before";

  // Of a kernel that nobody looked at, nothing is new.
  before_.begin()->second.rules = RuleParts{{"k"}, {{"k", "SOL", "old", 5.0}}};

  ASSERT_THAT(run().at(0).rules, SizeIs(1));
  EXPECT_EQ(run().at(0).rules[0].title, "new");
}

TEST_F(Explain, SaysWhenTheNumbersDoNot) {
  Verdict& verdict = judge({"A"}, kInst, 1000, 1200);
  EXPECT_EQ(reading(), "not explained: no capture of it is left to look at");

  now_[verdict.region] = parts({"A"}, {{kInst, 1200}}, {});
  EXPECT_THAT(reading(), testing::HasSubstr("the baseline does not store what the old value"));

  before_[verdict.region] = parts({"A"}, {{kInst, 1000}}, {});
  EXPECT_EQ(reading(), "all of the change of <host__inst_executed.sum> is outside of kernels");

  before_[verdict.region] = parts({"A"}, {{kInst, 1000}}, {{"k", 1}});
  EXPECT_EQ(reading(), "not explained by kernels: it was not measured kernel by kernel");

  // Kernels of another level than the baseline's say nothing.
  before_[verdict.region] = parts({"A"}, {{kInst, 500}}, {{"relu", 1, {{kInst, 500}}}});
  now_[verdict.region] = parts({"A"}, {{kInst, 1200}}, {{"relu", 2, {{kInst, 1000}}}});
  EXPECT_THAT(run().at(0).shares, IsEmpty());
  EXPECT_THAT(reading(), testing::HasSubstr("of another level than its value"));

  // Nor do totals of a verdict that is judged per instance.
  outcome_.verdicts[0].per_instance = true;
  EXPECT_THAT(reading(), testing::HasSubstr("judged per instance"));
}

TEST_F(Explain, NamesWhatAccountsForMoreLaunchesOrEach) {
  judge({"A"}, kInst, 1000, 1200);
  const auto with = [&](std::uint64_t launches, double value, double all) {
    return parts({"A"}, {{kInst, all}}, {{"k", launches, {{kInst, value}}}});
  };
  add(with(4, 400, 1000), with(2, 600, 1200));
  EXPECT_EQ(reading(),
            "each launch of <k> has +200.0 % of it (4 → 2 launches): all of the change of "
            "<host__inst_executed.sum>");

  now_.begin()->second = with(5, 590, 1200);
  before_.begin()->second = with(4, 390, 1000);
  EXPECT_EQ(run().at(0).shares.at(0).kernels.at(0).change, KernelChange::kMoreEach)
      << "+25 % launches, +21 % each: 97.5 by launches, 102.5 by what each has";
}

TEST_F(Explain, ACensusThatMovedTheOtherWayExplainsNothing) {
  outcome_.kind = "range";
  judge({"A"}, kTime, 1000, 1200);
  const auto with = [](double time, double kernels) {
    return parts({"A"}, {{kTime, time}, {std::string(kKernelTimePart), kernels}},
                 {{"k", 4, {{std::string(kKernelTimePart), kernels}}}});
  };
  add(with(1000, 900), with(1200, 880));

  EXPECT_THAT(run().at(0).shares, IsEmpty());
  EXPECT_THAT(reading(), testing::HasSubstr("the kernels' times in the census did not move"));
}

TEST_F(Explain, KernelsThatAListWasTooLongForAreNotNew) {
  judge({"A"}, kInst, 1000, 1200);
  add(parts({"A"}, {{kInst, 1000}}, {{"a", 1, {{kInst, 500}}}}),
      parts({"A"}, {{kInst, 1200}}, {{"a", 1, {{kInst, 500}}}, {"b", 1, {{kInst, 200}}}}));
  before_.begin()->second.is_cut = true;

  const MetricShare share = run().at(0).shares.at(0);

  EXPECT_THAT(share.kernels, IsEmpty());
  EXPECT_EQ(share.rest, 200);
  EXPECT_FALSE(share.is_rest_outside);
}

TEST_F(Explain, AFailingVerdictComesBeforeAnImprovement) {
  judge({"A"}, kInst, 1000, 800, VerdictWord::kImproved);
  Verdict& launches = judge({"A"}, std::string(kHostLaunchesMetric), 4, 6);
  launches.family = "structure";
  const std::string name(kHostLaunchesMetric);
  add(parts({"A"}, {{kInst, 1000}, {name, 4}}, {{"k", 4, {{kInst, 900}}}}),
      parts({"A"}, {{kInst, 800}, {name, 6}}, {{"k", 6, {{kInst, 700}}}}));

  EXPECT_EQ(reading(),
            "2 extra launches of <k> (4 → 6 launches): all of the change of "
            "<host__kernel_launches.sum>");
}

TEST(RegionPartsMerge, CapturesWithoutAMetricDoNotSpoilIt) {
  RegionParts counted = parts({"A"}, {{kInst, 100}}, {{"k", 2, {{kInst, 60}}}});
  RegionParts timed = parts({"A"}, {}, {{"k", 2}});

  const RegionParts merged = merge_parts(std::vector{counted, timed}).value();

  EXPECT_EQ(merged.counters.at(kInst).captures, 1u);
  EXPECT_EQ(merged.kernels.at(0).values.at(kInst), 60);
  EXPECT_EQ(merged.samples, 2u);

  // A hole in a capture that measured it does.
  timed.counters[kInst] = {100, 100, 100};
  EXPECT_THAT(merge_parts(std::vector{counted, timed})->kernels.at(0).values, IsEmpty());
}

TEST_F(Explain, WhatPassesNeedsNoReason) {
  judge({"A"}, kInst, 1000, 1000, VerdictWord::kPass);
  judge({"B"}, kInst, 1000, 1200, VerdictWord::kNotMeasured).now.reset();

  EXPECT_THAT(run(), IsEmpty());
}

}  // namespace
}  // namespace ncu_regions
