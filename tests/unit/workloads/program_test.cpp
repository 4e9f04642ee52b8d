#include "workloads/shallow_resnet/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/workloads/program_outcome.h"

namespace ncu_regions::workloads {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Outcome run(const std::vector<std::string>& arguments) {
  return outcome_of(run_program, arguments);
}

TEST(Program, VerifyPassesAtTheDefaultSizes) {
  const Outcome outcome = run({"--verify"});

  EXPECT_EQ(outcome.code, ExitCode::kDone);
  EXPECT_THAT(outcome.out, StartsWith("checksum "));
  EXPECT_THAT(outcome.out, HasSubstr("verify: ok, max abs error"));
}

TEST(Program, VerifyPassesForAnImageThatDoesNotFillItsTiles) {
  const Outcome outcome = run({"--verify", "--image-size", "21", "--batch", "2", "--channels", "5",
                               "--classes", "70", "--iterations", "1"});

  EXPECT_EQ(outcome.code, ExitCode::kDone) << outcome.out;
}

TEST(Program, RegionsAreListedInTheirWrittenForm) {
  EXPECT_EQ(run({"--list-regions"}).out, "A\nA/A::A1\nB\n");
}

TEST(Program, WrongUsageIsOneLineAndExitCodeTwo) {
  const Outcome outcome = run({"--penalty", "C=10"});

  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "shallow_resnet: --penalty: no region 'C'; there are A, A::A1 and B\n");
}

TEST(Program, PenaltyTooSmallToDoAnythingIsRefused) {
  const Outcome outcome = run({"--batch", "1", "--channels", "4", "--penalty", "B=10"});

  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("--penalty B=10: less than one thread block"));
}

}  // namespace
}  // namespace ncu_regions::workloads
