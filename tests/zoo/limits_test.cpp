// Programs that take away what a recorder may count on: descriptors, space, memory, folders.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ZooLimits : public ZooTest {
 protected:
  Sighting limits(const std::string& mode) { return visit({NCU_REGIONS_ZOO_LIMITS, mode}); }

  // The program goes on as if alone. What could not be recorded is no capture, and the reason is
  // told.
  Sighting expect_refused(const std::string& mode) {
    Sighting seen = limits(mode);
    EXPECT_EQ(seen.plain.exit_code, 0);
    EXPECT_FALSE(seen.capture);
    EXPECT_EQ(seen.discover.exit_code, 3);
    EXPECT_THAT(seen.discover.err, HasSubstr("events were lost"));
    return seen;
  }
};

TEST_F(ZooLimits, AProgramThatClosesEveryDescriptorWritesItsOwnFilesAndIsRecorded) {
  const Sighting seen = limits("closes-descriptors");

  const auto instances = seen.instances();
  EXPECT_EQ(instances.size(), 1500 + 3);
  EXPECT_EQ(instances.at("again"), 6000);
  EXPECT_EQ(instances.at("thread"), 1);
  EXPECT_THAT(seen.notes(), IsEmpty());
  for (const std::string folder : {"injected", "discovered"}) {
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(read_file(folder_ / folder / ("file-" + std::to_string(i))), "mine\n");
    }
    EXPECT_EQ(read_file(folder_ / folder / "last"), "");
  }
}

TEST_F(ZooLimits, AProgramThatChangesItsFolderIsRecorded) {
  const Sighting seen = limits("changes-folder");

  const auto instances = seen.instances();
  EXPECT_EQ(instances.size(), 1500 + 3);
  EXPECT_EQ(instances.at("again"), 6000);
  EXPECT_EQ(instances.at("thread"), 1);
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "injected" / "below"));
}

TEST_F(ZooLimits, WithoutDescriptorsTheProgramGoesOnAndTheCaptureIsRefused) {
  expect_refused("no-descriptors");
}
TEST_F(ZooLimits, WhenDescriptorsRunOutLaterTheProgramGoesOnAndTheCaptureIsRefused) {
  expect_refused("no-descriptors-later");
}

// RLIMIT_FSIZE: a file that grows beyond it gives SIGXFSZ, which ends a program. That must not
// happen because of our files, whether the program ignores the signal or not.
TEST_F(ZooLimits, ALimitOfFileSizesDoesNotEndAProgramWithManyRanges) {
  expect_refused("small-files");
}
TEST_F(ZooLimits, ALimitOfFileSizesThatIsIgnoredDoesNotEndAProgramWithManyRanges) {
  expect_refused("small-files-ignored");
}
TEST_F(ZooLimits, ALimitOfFileSizesDoesNotEndAProgramWithManyLabels) {
  expect_refused("small-files-many-labels");
}
TEST_F(ZooLimits, ALimitOfFileSizesThatIsIgnoredDoesNotEndAProgramWithManyLabels) {
  expect_refused("small-files-many-labels-ignored");
}

// Not even the first file can be made: "opened no range" would not be true.
void expect_few_files_and_a_true_reason(const Sighting& seen) {
  EXPECT_LE(seen.event_files, 10);
  EXPECT_EQ(seen.discover.exit_code, 3);
  EXPECT_THAT(seen.discover.err, testing::Not(HasSubstr("opened no range")));
}
TEST_F(ZooLimits, WhenNoFileMayBeMadeTheProgramGoesOn) {
  expect_few_files_and_a_true_reason(limits("no-files"));
}
TEST_F(ZooLimits, WhenNoFileMayBeMadeAndThatIsIgnoredTheProgramGoesOn) {
  expect_few_files_and_a_true_reason(limits("no-files-ignored"));
}

TEST_F(ZooLimits, WithoutMemoryTheProgramGoesOnAndTheCaptureIsRefused) {
  EXPECT_THAT(expect_refused("no-memory").discover.err, HasSubstr("no memory"));
}
TEST_F(ZooLimits, WithoutMemoryForTheFirstRangeTheProgramGoesOnAndTheCaptureIsRefused) {
  EXPECT_THAT(expect_refused("no-memory-from-the-start").discover.err, HasSubstr("no memory"));
}

}  // namespace
}  // namespace ncu_regions
