// Regions of real reports against counting by hand: every additive metric of every file.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

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

}  // namespace
}  // namespace ncu_regions
