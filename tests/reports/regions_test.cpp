// Regions of real reports against counting by hand: every additive metric of every file.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "harness/regions/report_regions.h"
#include "harness/regions/roofline.h"
#include "tests/support/brute_force.h"
#include "tests/support/real_ncu.h"
#include "tests/support/require.h"

namespace ncu_regions {
namespace {

TEST(CorpusRegions, AddUp) {
  const std::filesystem::path folder = corpus_folder() / "rep";
  NCU_REGIONS_SKIP_WITHOUT("corpus", std::filesystem::exists(folder),
                           folder.string() + " is not there");
  BruteForceCount all;
  std::size_t reports = 0;
  for (const std::filesystem::path& report : corpus_reports()) {
    SCOPED_TRACE(report.filename());
    const auto file = open_report(report);
    const BruteForceCount count = expect_regions_add_up(*file, real_metric_table());
    ++reports;
    all.regions += count.regions;
    all.values += count.values;
    all.sums += count.sums;
  }
  std::cout << reports << " reports, " << all.regions << " regions, " << all.values << " values, "
            << all.sums << " sums\n";
  EXPECT_GE(reports, 16u);
  EXPECT_GE(all.regions, 4u);
  EXPECT_GT(all.values, 100u);
}

// The peaks of the GPU, as its data sheet has them for the clocks that ncu locked.
TEST(CorpusRegions, HaveARooflineWhereItWasMeasured) {
  const std::filesystem::path report = corpus_folder() / "rep/panjd123__cutlass__384.ncu-rep";
  NCU_REGIONS_SKIP_WITHOUT("corpus", std::filesystem::exists(report),
                           report.string() + " is not there");
  const auto file = open_report(report);
  const ShownSettings shown;
  const RegionTree tree =
      assemble_reports({{{file.get(), std::nullopt}}, {}, real_metric_table(), shown});
  ASSERT_EQ(tree.regions.size(), 2u);

  const Roofline roofline = roofline_of(tree, 0, kernels_in(tree, Where::kBelow, 0));

  ASSERT_EQ(roofline.points.size(), 1u);
  EXPECT_NEAR(roofline.bytes_per_second, 1.935e12, 0.01e12);  // an A100 with 80 GB
  ASSERT_EQ(roofline.roofs.size(), 1u);
  // 108 multiprocessors of 64 units, two operations each.
  EXPECT_NEAR(roofline.roofs[0].flop_per_second, 108 * 64 * 2 * 1.06e9, 0.05e12);
  EXPECT_LT(roofline.points[0].flop_per_second, roofline.roofs[0].flop_per_second);
}

}  // namespace
}  // namespace ncu_regions
