#include "harness/host/pairing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace ncu_regions::host {
namespace {

using testing::ElementsAre;

// Labels: 1 A, 2 B, 3 a launch. Domains: 0 default, 1 launches, 2 own.
ProcessEvents process() {
  ProcessEvents process;
  process.labels = {"", "A", "B", "conv <<<4x2x1, 16x8x1>>>"};
  process.domains = {"", kLaunchDomain, "own"};
  process.threads.push_back({0, {}, 0});
  return process;
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

  const Paired paired = pair_events(events, nullptr);

  ASSERT_EQ(paired.paths.size(), 3u);
  EXPECT_EQ(paired.paths[1].label, "B");
  EXPECT_EQ(paired.paths[1].parent, 0u);
  EXPECT_EQ(paired.paths[2].parent, std::nullopt);  // the same label at the top is another region
  ASSERT_EQ(paired.ranges.size(), 3u);
  EXPECT_EQ(paired.ranges[0].time_ns, 5u);
  EXPECT_EQ(paired.ranges[1].time_ns, 30u);
}

TEST(Pairing, DomainsAreSeparateTrees) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1), push(2, 2, 2), pop(3), pop(4, 2)};

  const Paired paired = pair_events(events, nullptr);

  ASSERT_EQ(paired.paths.size(), 2u);
  EXPECT_EQ(paired.paths[1].domain, "own");
  EXPECT_EQ(paired.paths[1].parent, std::nullopt);
}

TEST(Pairing, ALaunchKnowsItsGeometryAndTheInnermostRangeOfEachDomain) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 3, 1), pop(2, 1),     push(3, 1), push(4, 2),
                              push(5, 1, 2), push(6, 3, 1), pop(9, 1)};

  const Paired paired = pair_events(events, nullptr);

  ASSERT_EQ(paired.launches.size(), 2u);
  EXPECT_TRUE(paired.launches[0].paths.empty());
  EXPECT_THAT(paired.launches[1].paths, ElementsAre(1, 2));
  EXPECT_EQ(paired.launches[1].name, "conv");
  EXPECT_THAT(paired.launches[1].grid, ElementsAre(4, 2, 1));
  EXPECT_THAT(paired.launches[1].block, ElementsAre(16, 8, 1));
  EXPECT_EQ(paired.launches[1].time_ns, 3u);
}

TEST(Pairing, UnbalancedRangesAreCountedAndFlaggedNeverDropped) {
  ProcessEvents events = process();
  events.threads[0].events = {pop(1), push(2, 1), push(5, 2), pop(9)};

  const Paired paired = pair_events(events, nullptr);

  EXPECT_EQ(paired.unmatched_pops, 1u);
  ASSERT_EQ(paired.ranges.size(), 2u);
  EXPECT_TRUE(paired.ranges[1].open_at_exit);
  EXPECT_EQ(paired.ranges[1].time_ns, 7u);
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

  const Paired paired = pair_events(events, nullptr);

  ASSERT_EQ(paired.ranges.size(), 3u);
  EXPECT_EQ(paired.ranges[1].time_ns, 30u);
  EXPECT_FALSE(paired.ranges[1].open_at_exit);
  EXPECT_TRUE(paired.ranges[2].open_at_exit);
  const PathNode& node = paired.paths[paired.ranges[1].path];
  EXPECT_TRUE(node.start_end);
  EXPECT_EQ(node.parent, std::nullopt);
  EXPECT_EQ(paired.unmatched_pops, 1u);
}

TEST(Pairing, ALaunchBelongsOnceToEachStartEndRegionThatIsOpenInTheProcess) {
  ProcessEvents events = process();
  events.threads.push_back({1, {}, 0});
  events.threads[0].events = {start(1, 1, 2), start(2, 1, 4), start(3, 2, 6),
                              end(20, 6),     end(30, 2),     end(31, 4)};
  events.threads[1].events = {push(10, 3, 1), pop(11, 1),     push(25, 3, 1),
                              pop(26, 1),     push(40, 3, 1), pop(41, 1)};

  const Paired paired = pair_events(events, nullptr);

  ASSERT_EQ(paired.launches.size(), 3u);
  EXPECT_EQ(paired.launches[0].paths.size(), 2u);
  EXPECT_EQ(paired.launches[1].paths.size(), 1u);
  EXPECT_TRUE(paired.launches[2].paths.empty());
}

TEST(Pairing, AStartEndRangeCountsTheInstructionsOfAllThreads) {
  ProcessEvents events = process();
  events.threads[0].events = {start(1, 1, 3, kCounted), end(4, 3, kCounted)};
  Cuts cuts;
  cuts[{0, 0}] = {1, {{1, 100}, {2, 10}}};
  cuts[{0, 1}] = {1, {{1, 150}, {2, 30}, {3, 7}}};  // thread 3 was not there at the start

  EXPECT_EQ(pair_events(events, &cuts).ranges[0].instructions, 77u);
}

TEST(Pairing, CountedRangesGetTheInstructionsOfTheirOwnThread) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), push(2, 2), pop(3), pop(4, 0, kCounted)};
  Cuts cuts;
  cuts[{0, 0}] = {7, {{7, 100}, {8, 5000}}};
  cuts[{0, 3}] = {7, {{7, 150}, {8, 9000}}};

  const Paired paired = pair_events(events, &cuts);

  EXPECT_EQ(paired.ranges[0].instructions, std::nullopt);  // not a counted label
  EXPECT_EQ(paired.ranges[1].instructions, 50u);
}

TEST(Pairing, AMissingCutIsAnErrorNotAWrongCount) {
  ProcessEvents events = process();
  events.threads[0].events = {push(1, 1, 0, kCounted), pop(4, 0, kCounted)};
  const Cuts cuts;

  error_of(ErrorKind::kMeasurement, [&] { pair_events(events, &cuts); });
}

}  // namespace
}  // namespace ncu_regions::host
