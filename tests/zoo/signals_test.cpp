// Ranges in signal handlers.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class ZooSignals : public ZooTest {
 protected:
  Sighting signals(const std::string& mode) { return visit({NCU_REGIONS_ZOO_SIGNALS, mode}); }

  // The handler comes at any moment. When it came while a range was being recorded, nothing hangs,
  // and the capture is refused; else it is right.
  void expect_right_or_refused(const std::string& mode) {
    const Sighting seen = signals(mode);
    if (!seen.capture) {
      EXPECT_EQ(seen.discover.exit_code, 3);
      EXPECT_THAT(seen.discover.err, HasSubstr("events were lost"));
      return;
    }
    std::uint64_t in_handler = 0;
    for (const auto& [region, count] : seen.instances()) {
      if (region.ends_with("handler")) in_handler += count;
    }
    EXPECT_GE(in_handler, 300);
    EXPECT_THAT(seen.notes(), IsEmpty());
  }
};

TEST_F(ZooSignals, AHandlerThatInterruptsTheRecorderLosesItsRangesOpenly) {
  expect_right_or_refused("timer");
}
TEST_F(ZooSignals, AHandlerThatInterruptsTheRecorderAtANewLabelLosesItsRangesOpenly) {
  expect_right_or_refused("timer-new-labels");
}

TEST_F(ZooSignals, AHandlerThatInterruptsNothingRecordsLikeAnyCode) {
  const Sighting seen = signals("between");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("main", 1), Pair("main/handler", 10)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooSignals, AHandlerOnASmallStackOfItsOwnMayOpenRanges) {
  EXPECT_THAT(signals("small-stack").instances(),
              ElementsAre(Pair("handler", 2), Pair("main", 3000)));
}

TEST_F(ZooSignals, AHandlerMayCloseWhatTheProgramOpenedAndTheOtherWayRound) {
  const Sighting seen = signals("handed-over");

  EXPECT_THAT(seen.instances(),
              ElementsAre(Pair("closed in the handler", 1), Pair("opened in the handler", 1)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

}  // namespace
}  // namespace ncu_regions
