#include "harness/host/pairing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/host/cuts.h"
#include "tests/support/error_of.h"

namespace ncu_regions::host {
namespace {

using testing::ElementsAre;
using testing::Pair;

// Labels: 1 A, 2 B, 3 a launch. Domains: 0 default, 1 launches, 2 own.
ProcessEvents process() {
  ProcessEvents process;
  process.labels = {"", "A", "B", "conv <<<4x2x1, 16x8x1>>>"};
  process.domains = {"", kLaunchDomain, "own"};
  process.threads.push_back({0, {}, 0});
  return process;
}

const TimeReadings kTime;

struct Result : Paired {
  PathTable paths;
};

Result pair(const ProcessEvents& process, const Measure& measure = {kTime, 1, true}) {
  Result result;
  static_cast<Paired&>(result) = pair_events(process, measure, result.paths);
  return result;
}

Event push(std::uint64_t time, std::uint32_t label, std::uint16_t domain = 0,
           std::uint8_t flags = 0) {
  return {time, 0, label, domain, EventKind::kPush, flags};
}
Event pop(std::uint64_t time, std::uint16_t domain = 0, std::uint8_t flags = 0) {
  return {time, 0, 0, domain, EventKind::kPop, flags};
}

TEST(Pairing, NestedRangesBecomePathsInTheOrderOfTheirFirstPush) {
  ProcessEvents events = process();
  events.threads[0].events = {push(10, 1), push(20, 2), pop(25), pop(40), push(50, 2), pop(51)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.paths.nodes().size(), 3u);
  EXPECT_EQ(paired.paths.nodes()[1].label, "B");
  EXPECT_EQ(paired.paths.nodes()[1].parent, 0u);
  EXPECT_EQ(paired.paths.nodes()[2].parent,
            std::nullopt);  // the same label at the top is another region
  ASSERT_EQ(paired.ranges.size(), 3u);
  EXPECT_THAT(paired.ranges[0].values, ElementsAre(ElementsAre(5)));
  EXPECT_THAT(paired.ranges[1].values, ElementsAre(ElementsAre(30)));
}

TEST(Pairing, DomainsAreSeparateTrees) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1), push(2, 2, 2), pop(3), pop(4, 2)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.paths.nodes().size(), 2u);
  EXPECT_EQ(paired.paths.nodes()[1].domain, "own");
  EXPECT_EQ(paired.paths.nodes()[1].parent, std::nullopt);
}

TEST(Pairing, ALaunchKnowsItsGeometryAndTheInnermostRangeOfEachDomain) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 3, 1), pop(2, 1),     push(3, 1), push(4, 2),
                              push(5, 1, 2), push(6, 3, 1), pop(9, 1)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.launches.size(), 2u);
  EXPECT_TRUE(paired.launches[0].paths.empty());
  EXPECT_THAT(paired.launches[1].paths, ElementsAre(1, 2));
  EXPECT_EQ(paired.launches[1].name, "conv");
  EXPECT_THAT(paired.launches[1].grid, ElementsAre(4, 2, 1));
  EXPECT_THAT(paired.launches[1].block, ElementsAre(16, 8, 1));
  EXPECT_THAT(paired.launches[1].values, ElementsAre(ElementsAre(3)));
}

TEST(Pairing, UnbalancedRangesAreCountedAndFlaggedNeverDropped) {
  ProcessEvents events = process();
  events.threads[0].events = {pop(1), push(2, 1), push(5, 2), pop(9)};

  const Result paired = pair(events);

  EXPECT_EQ(paired.unmatched_pops, 1u);
  ASSERT_EQ(paired.ranges.size(), 2u);
  EXPECT_EQ(paired.ranges[1].open_at_exit, 1u);
  EXPECT_THAT(paired.ranges[1].values, ElementsAre(ElementsAre(7)));
}

Event start(std::uint64_t time, std::uint32_t label, std::uint64_t id, std::uint8_t flags = 0) {
  return {time, id, label, 0, EventKind::kStart, flags};
}
Event end(std::uint64_t time, std::uint64_t id, std::uint8_t flags = 0) {
  return {time, id, 0, 0, EventKind::kEnd, flags};
}

TEST(Pairing, AStartEndRangeMayEndOnAnotherThreadAndHasNoParent) {
  ProcessEvents events = process();
  events.threads.push_back({1, {}, 0});
  events.threads[0].events = {push(1, 1), start(10, 2, 4), pop(12), start(13, 2, 6)};
  events.threads[1].events = {end(40, 4), end(50, 99)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.ranges.size(), 2u);
  EXPECT_EQ(paired.ranges[1].instances, 2u);
  EXPECT_EQ(paired.ranges[1].open_at_exit, 1u);
  EXPECT_THAT(paired.ranges[1].values, ElementsAre(ElementsAre(30, 37)));
  const PathNode& node = paired.paths.nodes()[paired.ranges[1].path];
  EXPECT_TRUE(node.start_end);
  EXPECT_EQ(node.parent, std::nullopt);
  EXPECT_EQ(paired.unmatched_pops, 1u);
}

TEST(Pairing, AnEndIsFoundByItsIdWhateverTheClocksOfTwoThreadsSay) {
  ProcessEvents events = process();
  events.threads.push_back({1, {}, 0});
  events.threads[0].events = {start(1000, 2, 4)};
  events.threads[1].events = {end(990, 4)};

  const Result paired = pair(events);

  EXPECT_EQ(paired.unmatched_pops, 0u);
  EXPECT_THAT(paired.ranges[0].values, ElementsAre(ElementsAre(0)));
}

TEST(Pairing, ALaunchBelongsOnceToEachStartEndRegionThatIsOpenInTheProcess) {
  ProcessEvents events = process();
  events.threads.push_back({1, {}, 0});
  events.threads[0].events = {start(1, 1, 2), start(2, 1, 4), start(3, 2, 6),
                              end(20, 6),     end(30, 2),     end(31, 4)};
  events.threads[1].events = {push(10, 3, 1), pop(11, 1),     push(25, 3, 1),
                              pop(26, 1),     push(40, 3, 1), pop(41, 1)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.launches.size(), 3u);
  EXPECT_EQ(paired.launches[0].paths.size(), 2u);
  EXPECT_EQ(paired.launches[1].paths.size(), 1u);
  EXPECT_TRUE(paired.launches[2].paths.empty());
}

TEST(Pairing, InstancesOfOneRegionOnOneThreadAreOneSeries) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1),    pop(2),    push(3, 1),     pop(7),
                              push(8, 3, 1), pop(9, 1), push(10, 3, 1), pop(13, 1)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.ranges.size(), 1u);
  EXPECT_EQ(paired.ranges[0].instances, 2u);
  EXPECT_THAT(paired.ranges[0].values, ElementsAre(ElementsAre(1, 4)));
  ASSERT_EQ(paired.launches.size(), 1u);
  EXPECT_THAT(paired.launches[0].values, ElementsAre(ElementsAre(1, 3)));
}

TEST(Pairing, RangesOfTwoThreadsThatAreOpenAtOnceOverlap) {
  ProcessEvents events = process();
  events.threads.push_back({1, {}, 0});
  events.threads[0].events = {push(10, 1), pop(20), push(30, 1), pop(40)};
  events.threads[1].events = {push(15, 2), push(16, 1), pop(17), pop(25)};

  const Result paired = pair(events);  // 0: A, 1: B, 2: B/A

  EXPECT_THAT(paired.overlaps, ElementsAre(Pair(0, 1), Pair(0, 2)));
}

TEST(Pairing, NestedRangesAndRangesThatOnlyTouchDoNotOverlap) {
  ProcessEvents events = process();
  events.threads.push_back({1, {}, 0});
  events.threads[0].events = {push(10, 1), push(11, 2), pop(12), pop(20)};
  events.threads[1].events = {push(20, 2), pop(25)};

  EXPECT_TRUE(pair(events).overlaps.empty());
}

TEST(Pairing, AStartEndRangeCountsTheInstructionsOfAllThreads) {
  ProcessEvents events = process();
  events.threads[0].events = {start(1, 1, 3, kCounted), end(4, 3, kCounted)};
  Cuts cuts;
  cuts.events = {"Ir"};
  cuts.at[{0, 0}] = {1, {1, 100, 2, 10}};
  cuts.at[{0, 1}] = {1, {1, 150, 2, 30, 3, 7}};  // thread 3 was not there at the start

  EXPECT_THAT(pair(events, {CutReadings(cuts)}).ranges[0].values, ElementsAre(ElementsAre(77)));
  cuts.all_threads = false;
  EXPECT_FALSE(has_values(pair(events, {CutReadings(cuts)}).ranges[0].values));
}

TEST(Pairing, CountedRangesGetTheCountsOfTheirOwnThread) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), push(2, 2), pop(3), pop(4, 0, kCounted)};
  Cuts cuts;
  cuts.events = {"Dr", "Dw"};
  cuts.at[{0, 0}] = {7, {7, 100, 5, 8, 5000, 1}};
  cuts.at[{0, 3}] = {7, {7, 150, 6, 8, 9000, 2}};

  const Result paired = pair(events, {CutReadings(cuts), 2});

  EXPECT_FALSE(has_values(paired.ranges[0].values));  // not a counted label
  EXPECT_THAT(paired.ranges[1].values, ElementsAre(ElementsAre(50), ElementsAre(1)));
  EXPECT_TRUE(paired.overlaps.empty());
}

TEST(Pairing, AMissingCutIsAnErrorNotAWrongCount) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), pop(4, 0, kCounted)};
  const CutReadings no_cuts{Cuts{}};

  error_of(ErrorKind::kMeasurement, [&] { pair(events, {no_cuts}); });
}

// Totals of thread 0 at each of its events.
Cuts cuts_at(const std::vector<std::uint64_t>& totals) {
  Cuts cuts;
  cuts.events = {"Ir"};
  for (std::size_t i = 0; i < totals.size(); ++i) cuts.at[{0, i}] = {1, {1, totals[i]}};
  return cuts;
}

TEST(Pairing, ALaunchThatWasCountedHasItsInstructions) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 3, 1),           pop(2, 1),           push(3, 1, 0, kCounted),
                              push(4, 3, 1, kCounted), pop(5, 1, kCounted), push(6, 3, 1, kCounted),
                              pop(7, 1, kCounted),     pop(8, 0, kCounted)};

  const Result paired = pair(events, {CutReadings(cuts_at({0, 0, 100, 110, 150, 155, 205, 210}))});

  ASSERT_EQ(paired.launches.size(), 2u);
  EXPECT_EQ(paired.launches[0].launches, 1u);
  EXPECT_FALSE(has_values(paired.launches[0].values));  // in no range that is counted
  EXPECT_EQ(paired.launches[1].launches, 2u);
  EXPECT_THAT(paired.launches[1].values, ElementsAre(ElementsAre(40, 50)));
  EXPECT_THAT(paired.ranges[0].values, ElementsAre(ElementsAre(110)));
}

TEST(Pairing, ALaunchInsideAnotherCountsOnceAndIsInBothTimes) {
  ProcessEvents events = process();
  events.labels.emplace_back("inner");
  events.threads[0].events = {push(1, 3, 1, kCounted), push(4, 4, 1, kCounted), pop(6, 1, kCounted),
                              pop(9, 1, kCounted)};

  const Result counted = pair(events, {CutReadings(cuts_at({0, 10, 40, 100}))});
  const Result timed = pair(events);

  EXPECT_THAT(counted.launches[0].values, ElementsAre(ElementsAre(70)));
  EXPECT_THAT(counted.launches[1].values, ElementsAre(ElementsAre(30)));
  EXPECT_THAT(timed.launches[0].values, ElementsAre(ElementsAre(8)));
}

TEST(Pairing, ALaunchThatReachesOutOfItsRangeOrNeverEndsHasNoCount) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), push(2, 3, 1, kCounted), pop(3, 0, kCounted),
                              pop(4, 1, kCounted), push(5, 3, 1, kCounted)};

  const Result paired = pair(events, {CutReadings(cuts_at({0, 10, 40, 100, 110}))});

  ASSERT_EQ(paired.launches.size(), 2u);
  EXPECT_FALSE(has_values(paired.launches[0].values));
  EXPECT_FALSE(has_values(paired.launches[1].values));
  EXPECT_THAT(paired.ranges[0].values, ElementsAre(ElementsAre(40)));
}

Event push_at(std::uint32_t label, std::uint64_t source, std::uint16_t domain = 0) {
  return {1, source, label, domain, EventKind::kPush, 0};
}

// Each path has its own places, in their order, none twice, and only some of many.
TEST(Pairing, APathKnowsWhereItWasOpened) {
  ProcessEvents events = process();
  events.labels.insert(events.labels.end(), {"a.cpp", "b\xff.cpp", ""});
  events.opened_at = {{}, {false, 0, 1, 4, 10}, {false, 0, 2, 4, 20}, {false, 0, 2, 5, 30}};
  events.opened_at.push_back({false, 0, 2, 6, 40});          // a file without a name
  events.opened_at.push_back({false, 0, 2, 4, 10'000'001});  // too many lines
  events.threads[0].events = {push_at(1, 1), push_at(2, 2), pop(1),       push_at(2, 3),
                              pop(1),        push_at(2, 2), pop(1),       push_at(2, 4),
                              pop(1),        push_at(2, 5), pop(1),       pop(1),
                              push_at(2, 3), pop(1),        push_at(1, 0)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.paths.nodes().size(), 3u);
  EXPECT_THAT(paired.paths.nodes()[0].sources, ElementsAre(SourceLine{"a.cpp", 10}));
  EXPECT_THAT(paired.paths.nodes()[1].sources,
              ElementsAre(SourceLine{"a.cpp", 20}, SourceLine{"b\\xff.cpp", 30}));
  EXPECT_THAT(paired.paths.nodes()[2].sources, ElementsAre(SourceLine{"b\\xff.cpp", 30}));
}

TEST(Pairing, FourPlacesOfAPathAreKept) {
  ProcessEvents events = process();
  events.labels.emplace_back("a.cpp");
  events.opened_at.emplace_back();
  for (std::uint32_t line = 1; line < 10; ++line) {
    events.opened_at.push_back({false, 0, 1, 4, line});
    events.threads[0].events.push_back(push_at(1, line));
    events.threads[0].events.push_back(pop(1));
  }

  EXPECT_EQ(pair(events).paths.nodes()[0].sources.size(), 4u);
}

TEST(Pairing, AStartEndRangeIsKnownByItsLabelAndDomain) {
  ProcessEvents events = process();
  events.labels.emplace_back("a.cpp");
  events.opened_at = {{}, {false, 0, 1, 4, 1}, {true, 2, 1, 4, 2}, {true, 0, 2, 4, 3}};
  events.opened_at.push_back({true, 0, 1, 4, 4});
  events.opened_at.push_back({true, 0, 1, 4, 5});
  events.threads[0].events = {start(1, 1, 3), end(4, 3)};

  const Result paired = pair(events);

  ASSERT_EQ(paired.paths.nodes().size(), 1u);
  EXPECT_THAT(paired.paths.nodes()[0].sources,
              ElementsAre(SourceLine{"a.cpp", 4}, SourceLine{"a.cpp", 5}));
}

Event sample(std::uint64_t value) { return {0, value, 0, 0, EventKind::kSample, 0}; }

TEST(Pairing, ASampleBelongsToTheEventBeforeIt) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), sample(1000), push(2, 2), pop(3),
                              pop(4, 0, kCounted),     sample(1400)};

  const Result paired = pair(events, {SampleReadings(true)});

  EXPECT_FALSE(has_values(paired.ranges[0].values));
  EXPECT_THAT(paired.ranges[1].values, ElementsAre(ElementsAre(400)));
}

TEST(Pairing, AnOpenStartEndRangeLastsToTheLastEventWhichIsNoSample) {
  ProcessEvents events = process();
  events.threads[0].events = {start(1, 1, 3, kCounted), sample(7), push(10, 3, 1), pop(11, 1),
                              push(20, 2, 0, kCounted), sample(9)};

  EXPECT_THAT(pair(events, {SampleReadings(true)}).launches[0].paths, testing::SizeIs(1));
}

TEST(Pairing, TotalsThatGoDownAreAnError) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), pop(4, 0, kCounted)};
  Cuts cuts;
  cuts.events = {"Ir"};
  cuts.at[{0, 0}] = {7, {7, 100}};
  cuts.at[{0, 1}] = {7, {7, 99}};
  const CutReadings readings(cuts);

  error_of(ErrorKind::kMeasurement, [&] { pair(events, {readings}); });
}

TEST(Pairing, AnOpenRangeHasATimeAndNoCount) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), sample(1000)};

  EXPECT_FALSE(has_values(pair(events, {SampleReadings(true)}).ranges[0].values));
  EXPECT_EQ(pair(events, {SampleReadings(true)}).ranges[0].open_at_exit, 1u);
}

}  // namespace
}  // namespace ncu_regions::host
