// Ranges across fork and exec.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ZooProcesses : public ZooTest {
 protected:
  Sighting processes(const std::string& mode) { return visit({NCU_REGIONS_ZOO_PROCESSES, mode}); }

  // A copy of the process of which the library was not told.
  void expect_kept_apart(const std::string& mode) {
    const Sighting seen = processes(mode);
    EXPECT_THAT(seen.instances(),
                UnorderedElementsAre(Pair("parent", 1), Pair("parent/before", 100),
                                     Pair("parent/after", 100), Pair("copy", 100)));
    ASSERT_TRUE(seen.capture) << seen.refusal;
    EXPECT_EQ(seen.capture->scopes.size(), 2);
    EXPECT_THAT(seen.notes(), IsEmpty());
  }
};

TEST_F(ZooProcesses, EveryForkedProcessHasItsOwnRanges) {
  const Sighting seen = processes("forks");

  EXPECT_THAT(seen.instances(),
              UnorderedElementsAre(Pair("parent", 1), Pair("parent/after", 1), Pair("child", 1),
                                   Pair("child of few words", 1), Pair("grandchild", 1)));
  ASSERT_TRUE(seen.capture) << seen.refusal;
  EXPECT_EQ(seen.capture->scopes.size(), 4);
  // The child pops what its parent opened; the grandchild leaves inside its range.
  EXPECT_THAT(seen.notes(), ElementsAre(HasSubstr("1 pops without a push"),
                                        HasSubstr("1 ranges were still open")));
}

TEST_F(ZooProcesses, AForkThatRunsNoHandlersIsKeptApartFromItsParent) {
  expect_kept_apart("_Fork");
}
TEST_F(ZooProcesses, AForkByTheSystemCallIsKeptApartFromItsParent) {
  expect_kept_apart("raw-fork");
}

TEST_F(ZooProcesses, AThreadMayForkWhileOthersRecord) {
  const Sighting seen = processes("forks-between-threads");

  ASSERT_TRUE(seen.capture) << seen.refusal;
  EXPECT_EQ(seen.capture->scopes.size(), 1 + 20);
  EXPECT_EQ(seen.by_process("forked"), std::vector<std::uint64_t>(20, 1));
  EXPECT_EQ(seen.instances().size(), 101);
  EXPECT_EQ(seen.threads("label 1"), 3 + 20);
  EXPECT_EQ(seen.threads("label 99"), 3);
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooProcesses, AProcessThatBecomesAnotherProgramIsTwo) {
  const Sighting seen = processes("exec");

  EXPECT_THAT(seen.instances(),
              ElementsAre(Pair("before exec", 1), Pair("before exec/first image", 1),
                          Pair("second image", 1)));
  ASSERT_TRUE(seen.capture && seen.capture->scopes.size() == 2) << seen.refusal;
  EXPECT_EQ(seen.capture->scopes[0].pid, seen.capture->scopes[1].pid);
  EXPECT_THAT(seen.notes(), ElementsAre(HasSubstr("1 pops without a push"),
                                        HasSubstr("1 ranges were still open")));
}

TEST_F(ZooProcesses, ProgramsThatItStartsAreSeen) {
  const Sighting seen = processes("starts-others");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("parent", 1), Pair("second image", 3)));
  EXPECT_EQ(seen.by_process("second image"), std::vector<std::uint64_t>(3, 1));
}

TEST_F(ZooProcesses, AProgramThatItStartsWithoutItsDescriptorsIsSeen) {
  const Sighting seen = processes("starts-another-cleanly");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("parent", 1), Pair("second image", 1)));
}

TEST_F(ZooProcesses, AProgramThatItStartsWithoutItsEnvironmentIsNotSeen) {
  const Sighting seen = processes("starts-another-without-environment");

  EXPECT_THAT(seen.instances(), ElementsAre(Pair("parent", 1)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

}  // namespace
}  // namespace ncu_regions
