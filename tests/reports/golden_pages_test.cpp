// Every cell of every report of the corpus against what the real ncu printed for it: three versions
// of ncu, base and scaled units.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "tests/reports/pages.h"
#include "tests/support/ncu_pages.h"
#include "tests/support/real_ncu.h"
#include "tests/support/require.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

struct Golden {
  const char* version;
  int release;
  const char* page;
  std::size_t refused;  // reports that this ncu itself cannot open
};

void PrintTo(const Golden& golden, std::ostream* out) {
  *out << golden.version << " " << golden.page;
}

class GoldenPages : public testing::TestWithParam<Golden> {};

TEST_P(GoldenPages, EqualOursCellByCell) {
  const Golden& golden = GetParam();
  const fs::path folder = corpus_folder() / "golden" / golden.version;
  NCU_REGIONS_SKIP_WITHOUT("corpus", fs::exists(folder), folder.string() + " is not there");
  PageComparison all;
  std::size_t compared = 0, refused = 0;
  for (const fs::path& report : corpus_reports()) {
    const fs::path page = folder / (report.stem().string() + "." + golden.page + ".csv.gz");
    if (!fs::exists(page)) continue;
    const std::string text = unpacked(page);
    if (!text.starts_with("\"ID\"")) {
      EXPECT_NE(text.find("==ERROR== Failed to load report file"), std::string::npos) << page;
      ++refused;
      continue;
    }
    const PageComparison one = compare_pages(
        csv_page_of(report),
        {text, golden.release, std::string(golden.page) == "raw-base", golden.release >= 20242});
    ++compared;
    all.metric_cells += one.metric_cells;
    all.identity_cells += one.identity_cells;
    all.nvtx_cells += one.nvtx_cells;
    all.ncu_overflows += one.ncu_overflows;
    all.ncu_nans += one.ncu_nans;
    all.odd_units += one.odd_units;
    for (std::size_t i = 0; i < std::min<std::size_t>(one.differences.size(), 5); ++i) {
      ADD_FAILURE() << report.filename() << ": " << one.differences[i] << " (1 of "
                    << one.differences.size() << ")";
    }
  }
  std::cout << compared << " reports, " << all.metric_cells << " metric cells, "
            << all.identity_cells << " identity cells, " << all.nvtx_cells << " NVTX cells; "
            << all.ncu_overflows << " numbers that ncu overflows, " << all.ncu_nans
            << " NaN that it shows as 0, " << all.odd_units << " cells with odd units\n";
  EXPECT_EQ(refused, golden.refused);
  EXPECT_EQ(compared + refused, 16u);  // all but the one of 2019, on which ncu crashes
}

// ncu itself crashes on it: its blocks name no process, and its grid is in threads.
TEST(ReportOf2019, IsRead) {
  const fs::path report = corpus_folder() / "rep/skycs97__darknet__profile.nsight-cuprof-report";
  NCU_REGIONS_SKIP_WITHOUT("corpus", fs::exists(report), report.string() + " is not there");
  std::size_t results = 0;
  open_report(report)->read({}, [&](const ReportResult& result) {
    EXPECT_EQ(result.name, "fill_kernel(int,float,float*,int)");
    EXPECT_TRUE((result.grid == Dim3{9216, 1, 1})) << result.grid->x;
    EXPECT_TRUE((result.block == Dim3{512, 1, 1}));
    EXPECT_EQ(result.compute_capability, "7.2");
    EXPECT_EQ(result.metrics.size(), 150u);
    ++results;
  });
  EXPECT_EQ(results, 7u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, GoldenPages,
                         testing::Values(Golden{"2022.3.0.22", 20223, "raw-base", 8},
                                         Golden{"2024.1.1.4", 20241, "raw-base", 0},
                                         Golden{"2024.1.1.4", 20241, "raw", 0},
                                         Golden{"2024.2.0.16", 20242, "raw-base", 0},
                                         Golden{"2024.2.0.16", 20242, "raw", 0}),
                         [](const testing::TestParamInfo<Golden>& golden) {
                           std::string name =
                               std::string("ncu") + std::to_string(golden.param.release) + "_";
                           name += std::string(golden.param.page) == "raw" ? "scaled" : "base";
                           return name;
                         });

}  // namespace
}  // namespace ncu_regions
