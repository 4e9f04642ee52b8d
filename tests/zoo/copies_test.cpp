// Copies of a process that end, begin or fail in their own ways.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ZooCopies : public ZooTest {
 protected:
  Sighting copies(const std::string& mode) { return visit({NCU_REGIONS_ZOO_COPIES, mode}); }
};

TEST_F(ZooCopies, AChildThatEndsLikeAThreadLeavesTheFilesOfItsParentAlone) {
  const Sighting seen = copies("ends-like-a-thread");

  EXPECT_THAT(seen.instances(),
              UnorderedElementsAre(Pair("main", 1), Pair("before", 1), Pair("after", 3000)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooCopies, TheProgramsOwnHandlersOfForkMayOpenRanges) {
  const Sighting seen = copies("with-handlers");

  ASSERT_TRUE(seen.capture) << seen.refusal;
  EXPECT_EQ(seen.capture->scopes.size(), 2);  // not three: the child begins once
  EXPECT_THAT(seen.instances(),
              UnorderedElementsAre(Pair("main", 1), Pair("main/before fork", 1), Pair("child", 1),
                                   Pair("in the child's handler", 1)));
}

TEST_F(ZooCopies, AChildThatCannotRecordIsNotPassedOverInSilence) {
  const Sighting seen = copies("without-files");

  EXPECT_FALSE(seen.capture);
  EXPECT_THAT(seen.refusal, HasSubstr("1 forked processes could not make files of their own"));
}

}  // namespace
}  // namespace ncu_regions
