// Odd programs in the counting pass: counts are exact, or missing with a true reason.
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

const std::string kInst = "host__inst_executed.sum";
constexpr int kNoBaseline = 4;
constexpr int kNotMeasured = 3;

class ZooCounting : public ZooTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
  ProgramResult check_program(const std::vector<std::string>& argv, const std::string& region) {
    std::vector<std::string> words = {"check", "--name", "t", "--region", region, "--"};
    words.insert(words.end(), argv.begin(), argv.end());
    return cli(words);
  }
  // The count of the region, which two runs must agree in; -1 when there is none.
  double count(const std::vector<std::string>& argv, const std::string& region) {
    double first = -1;
    for (int i = 0; i < 2; ++i) {
      const ProgramResult result = check_program(argv, region);
      EXPECT_EQ(result.exit_code, kNoBaseline) << result.out << result.err;
      if (result.exit_code != kNoBaseline) return -1;
      if (i == 0) first = value(region, kInst);
    }
    EXPECT_EQ(value(region, kInst), first);
    return first;
  }
};

TEST_F(ZooCounting, EveryThreadCountsTheSame) {
  const double all = count({NCU_REGIONS_ZOO_THREADS, "counted"}, "step");

  EXPECT_GT(all / 8, 1000);
  EXPECT_EQ(static_cast<long>(all) % 8, 0);
}

TEST_F(ZooCounting, ForkedProcessesAreCountedAndAdded) {
  const double both = count({NCU_REGIONS_ZOO_PROCESSES, "counted-children"}, "share");

  EXPECT_GT(both / 2, 1000);
  EXPECT_EQ(static_cast<long>(both) % 2, 0);
}

// What callgrind says of the children must not be taken for what it says of the parent.
TEST_F(ZooCounting, AParentThatCountedBeforeItForkedIsAddedToItsChildren) {
  const double both = count({NCU_REGIONS_ZOO_PROCESSES, "counted-children"}, "share");
  const double all = count({NCU_REGIONS_ZOO_PROCESSES, "counted-family"}, "share");

  EXPECT_EQ(all, both / 2 * 3);
}

TEST_F(ZooCounting, TheLastImageOfAProcessIsCounted) {
  EXPECT_GT(count({NCU_REGIONS_ZOO_PROCESSES, "exec"}, "second image"), 1000);
}

TEST_F(ZooCounting, AnEarlierImageOfAProcessIsNotCountedAndTheGateSaysSo) {
  const ProgramResult result = check_program({NCU_REGIONS_ZOO_PROCESSES, "exec"}, "first image");

  EXPECT_EQ(result.exit_code, kNotMeasured);
  EXPECT_THAT(result.out, HasSubstr("gave no value"));
}

TEST_F(ZooCounting, ProgramsThatItStartsAreCountedWhateverDescriptorsTheyGet) {
  const double three = count({NCU_REGIONS_ZOO_PROCESSES, "starts-others"}, "second image");
  const double one = count({NCU_REGIONS_ZOO_PROCESSES, "starts-another-cleanly"}, "second image");

  EXPECT_GT(three / 3, 1000);
  EXPECT_EQ(one, three / 3);
}

TEST_F(ZooCounting, AProgramThatClosesEveryDescriptorIsCounted) {
  EXPECT_GT(count({NCU_REGIONS_ZOO_LIMITS, "closes-descriptors-and-works"}, "work"), 1000);
}

// The library has to make a file after the folder's descriptor is gone.
TEST_F(ZooCounting, AThreadAfterEveryDescriptorWasClosedIsCounted) {
  EXPECT_GT(count({NCU_REGIONS_ZOO_LIMITS, "closes-descriptors"}, "thread"), 0);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(read_file(folder_ / ("file-" + std::to_string(i))), "mine\n");
  }
}

TEST_F(ZooCounting, RangesOfALibraryThatIsOpenedAgainAreCounted) {
  const std::vector<std::string> program = {NCU_REGIONS_ZOO_LOADER, "in-turn",
                                            NCU_REGIONS_ZOO_PLUGIN_ONE, NCU_REGIONS_ZOO_PLUGIN_TWO};

  const double outer = count(program, "executable/plugin one");
  EXPECT_GT(outer, value("executable/plugin one/executable, inside", kInst));
  EXPECT_EQ(static_cast<long>(outer) % 3, 0);
}

TEST_F(ZooCounting, ACrashIsReportedAsOne) {
  const ProgramResult result = check_program({NCU_REGIONS_ZOO_ENDS, "segv"}, "again");

  EXPECT_EQ(result.exit_code, kNotMeasured);
  EXPECT_THAT(result.err, HasSubstr("ended by signal 11"));
}

}  // namespace
}  // namespace ncu_regions
