#include "workloads/support/work.h"

#include <gtest/gtest.h>

namespace ncu_regions::workloads {
namespace {

enum class KernelKind { kConv, kPlane };

TEST(Work, WholeWorkKeepsEveryBlockAndItsOutput) {
  Work whole;
  float real = 0.0f;

  EXPECT_EQ(whole.blocks(KernelKind::kConv, 64), 64u);
  EXPECT_EQ(whole.output(&real), &real);
  EXPECT_EQ(whole.extra_blocks(), 0u);
}

TEST(Work, ShareWritesToScratchOnly) {
  float real = 0.0f;
  float scratch = 0.0f;

  EXPECT_EQ(Work(10, &scratch).output(&real), &scratch);
}

TEST(Work, FractionsOfBlocksAreCarriedOver) {
  float scratch = 0.0f;
  Work share(1, &scratch);

  unsigned blocks = 0;
  for (int launch = 0; launch < 10; ++launch) blocks += share.blocks(KernelKind::kConv, 64);

  EXPECT_EQ(blocks, 6u);  // 1 % of 640
  EXPECT_EQ(share.extra_blocks(), 6u);
}

TEST(Work, KindsOfKernelsAreCountedApart) {
  float scratch = 0.0f;
  Work share(40, &scratch);

  EXPECT_EQ(share.blocks(KernelKind::kConv, 1), 0u);
  EXPECT_EQ(share.blocks(KernelKind::kPlane, 1), 0u);
  EXPECT_EQ(share.blocks(KernelKind::kConv, 1), 1u);
}

}  // namespace
}  // namespace ncu_regions::workloads
