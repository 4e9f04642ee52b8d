// Programs that begin or end inside a range.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class ZooEnds : public ZooTest {
 protected:
  // All that was recorded until the end is there, and the capture says how the program ended.
  void expect_partial(const std::string& mode, int exit_code, const std::string& how) {
    const Sighting seen = visit({NCU_REGIONS_ZOO_ENDS, mode});
    EXPECT_EQ(seen.plain.exit_code, exit_code);
    EXPECT_THAT(seen.instances(),
                ElementsAre(Pair("again", 10000), Pair("open", 1), Pair("open/at the end", 1)));
    EXPECT_THAT(seen.notes(), ElementsAre(AllOf(StartsWith("partial: "), HasSubstr(how)),
                                          HasSubstr("2 ranges were still open")));
  }
};

TEST_F(ZooEnds, RangesBeforeAndAfterMainAreRecorded) {
  const Sighting seen = visit({NCU_REGIONS_ZOO_ENDS, "statics"});

  EXPECT_THAT(seen.instances(),
              UnorderedElementsAre(Pair("around main", 1), Pair("around main/main", 1),
                                   Pair("around main/in atexit", 1),
                                   Pair("around main/in atexit/inside", 1),
                                   Pair("in a static destructor", 1)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooEnds, AnImmediateExitInsideARangeLosesNothing) {
  expect_partial("_exit", 5, "exit code 5");
}
TEST_F(ZooEnds, AnExitInsideARangeLosesNothing) { expect_partial("exit", 6, "exit code 6"); }
TEST_F(ZooEnds, ACrashInsideARangeLosesNothing) {
  expect_partial("segv", 128 + 11, "ended by signal 11");
}
TEST_F(ZooEnds, AnAbortInsideARangeLosesNothing) {
  expect_partial("abort", 128 + 6, "ended by signal 6");
}
TEST_F(ZooEnds, AKillInsideARangeLosesNothing) {
  expect_partial("kill", 128 + 9, "ended by signal 9");
}

}  // namespace
}  // namespace ncu_regions
