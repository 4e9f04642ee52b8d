// The counting pass: exact, and the same wherever it runs.
#include <cmath>

#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

const std::string kInst = "host__inst_executed.sum";

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12
constexpr bool kKnownCompiler = true;
#else
constexpr bool kKnownCompiler = false;
#endif

class CountingCli : public CliTest {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
};

// What the library leaves in a program's counts, to the instruction: the call of the handler up to
// the point where collection is switched off, and its return. A change here changes every stored
// baseline: raise kLibraryRevision with it.
TEST_F(CountingCli, TheInstructionsOfAnEmptyAndOfANestedRangeAreKnownExactly) {
  check({"empty"}, {"empty", "outer", "inner"});

  const double empty = value("empty", kInst) / 3;
  const double added_by_nesting = value("outer", kInst) - 2 * empty;
  EXPECT_EQ(value("outer/inner", kInst), empty);
  if (!kKnownCompiler) GTEST_SKIP() << "other compiler: known for GCC 12 on x86-64 only";
  EXPECT_EQ(empty, 20);
  EXPECT_EQ(added_by_nesting, 21);
}

TEST_F(CountingCli, WorkIsCountedToTheInstruction) {
  check({"work", "1000"}, {"work"});
  const double thousand = value("work", kInst);
  check({"work", "3000"}, {"work"});

  const double per_turn = (value("work", kInst) - thousand) / 2000;
  EXPECT_EQ(per_turn, std::trunc(per_turn));
  if (!kKnownCompiler) GTEST_SKIP() << "other compiler: known for GCC 12 on x86-64 only";
  EXPECT_EQ(per_turn, 6);
}

// Not to the instruction: creating and joining a thread takes more or less, as the threads happen
// to run. What the thread does in its own range is exact.
TEST_F(CountingCli, AStartEndRangeHoldsWhatEveryThreadDidWhileItWasOpen) {
  check({"start-end"}, {"span", "inside"});
  const double inside = value("inside", kInst);
  const double span = value("startend:span", kInst);
  check({"start-end"}, {"startend:span", "inside"});

  EXPECT_GT(inside, 1000);
  EXPECT_GT(span, inside);
  EXPECT_EQ(value("inside", kInst), inside);
}

TEST_F(CountingCli, AStartEndRangeOfOneThreadIsCountedExactly) {
  check({"start-end-alone"}, {"span", "inside"});
  const double span = value("startend:span", kInst);
  check({"start-end-alone"}, {"startend:span", "inside"});

  EXPECT_EQ(value("startend:span", kInst), span);
  EXPECT_GT(span, value("inside", kInst));
}

TEST_F(CountingCli, ARangeThatWasNotDeclaredIsNotCounted) {
  check({"empty"}, {"empty"});

  EXPECT_EQ(value("undeclared", kInst), -1);
  EXPECT_EQ(value("undeclared", "region__instances"), 1);
}

TEST_F(CountingCli, TwoRunsGiveIdenticalCounts) {
  check({"odd-names"}, {"a|b`c"});
  const double first = value("a|b`c", kInst);
  check({"odd-names"}, {"a|b`c"});

  EXPECT_EQ(value("a|b`c", kInst), first);
  EXPECT_GT(first, 0);
}

TEST_F(CountingCli, WithoutValgrindTheGateIsASkipThatSaysWhy) {
  ProgramOptions without;
  without.environment = {{"PATH", folder_.path().string()}};

  const ProgramResult result =
      check({"empty"}, {"empty"}, {"metrics=[host__inst_executed.sum]"}, without);
  const ProgramResult missing =
      check({"empty"}, {"missing"}, {"metrics=[host__inst_executed.sum]"}, without);

  EXPECT_EQ(result.exit_code, 77) << result.err;
  EXPECT_THAT(result.out, testing::HasSubstr("valgrind is not installed"));
  EXPECT_EQ(missing.exit_code, 3);
}

TEST_F(CountingCli, AProgramBehindAScriptIsNotCountedAndTheReasonIsTrue) {
  write_file(folder_ / "wrap.sh", "#!/bin/sh\n" NCU_REGIONS_TEST_RANGES " empty\n");
  std::filesystem::permissions(folder_ / "wrap.sh", std::filesystem::perms::owner_all);

  const ProgramResult result =
      cli({"check", "--name", "t", "--region", "empty", "--", (folder_ / "wrap.sh").string()});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, testing::HasSubstr("did not run under callgrind"));
}

}  // namespace
}  // namespace ncu_regions
