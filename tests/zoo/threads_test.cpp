// Many threads, short ones, small ones, and ones that are cancelled.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ZooThreads : public ZooTest {
 protected:
  Sighting threads(const std::string& mode) { return visit({NCU_REGIONS_ZOO_THREADS, mode}); }
};

TEST_F(ZooThreads, SixtyFourBusyThreadsAreCountedExactly) {
  const Sighting seen = threads("busy");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("thread", 64), Pair("thread/even", 64 * 1500),
                                            Pair("thread/odd", 64 * 1500)));
  EXPECT_EQ(seen.threads("thread/odd"), 64);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooThreads, WhatAThreadNeededIsGivenBackWhenItEnds) {
  const Sighting seen = threads("in-little-memory");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("first", 1), Pair("short", 400)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooThreads, TheSmallestStackIsLargeEnough) {
  EXPECT_THAT(threads("small-stack").instances(), ElementsAre(Pair("short", 1)));
}

TEST_F(ZooThreads, ACancelledThreadReachesItsOwnCancellationPointAndNobodyHangs) {
  const Sighting seen = threads("cancelled");

  EXPECT_THAT(seen.instances(), UnorderedElementsAre(Pair("cancelled", 1), Pair("after it", 1),
                                                     Pair("cancelled/inside", 3000)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooThreads, RangesInTheDestructorsOfAThreadAreRecorded) {
  const Sighting seen = threads("destructors");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("in a destructor", 3), Pair("in the thread", 3)));
  EXPECT_EQ(seen.threads("in a destructor"), 3);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

}  // namespace
}  // namespace ncu_regions
