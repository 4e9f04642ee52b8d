#include "harness/core/exit_code.h"

#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

TEST(ExitCode, TheLowestNonZeroCodeWins) {
  using enum ExitCode;
  const ExitCode codes[] = {kSkipped, kPass, kNotMeasured, kRegressed, kNoBaseline};

  EXPECT_EQ(combine(codes), kRegressed);
  EXPECT_EQ(combine(std::span(codes).first(2)), kSkipped);
  EXPECT_EQ(combine({}), kPass);
}

TEST(ExitCode, EveryKindOfErrorHasItsOwn) {
  EXPECT_EQ(exit_code_of(ErrorKind::kUsage), ExitCode::kUsage);
  EXPECT_EQ(exit_code_of(ErrorKind::kMeasurement), ExitCode::kNotMeasured);
  EXPECT_EQ(exit_code_of(ErrorKind::kBaseline), ExitCode::kNoBaseline);
}

}  // namespace
}  // namespace ncu_regions
