// Reports of regions from results of ncu, as people see them.
#include <gtest/gtest.h>

#include "harness/regions/report_regions.h"
#include "harness/render/kernels_csv.h"
#include "harness/render/report_parts.h"
#include "harness/render/tree_bars.h"
#include "tests/support/brute_force.h"
#include "tests/support/golden.h"
#include "tests/support/region_zoo.h"

namespace ncu_regions {
namespace {

class RegionReports : public testing::Test {
 protected:
  void assemble(const fixture::ZooCapture& capture, const std::vector<std::string>& declared = {}) {
    bytes_ = capture.bytes();
    file_ = open_report_bytes(bytes_, capture.name + ".ncu-rep");
    run_.workload = capture.name;
    run_.version = "ncu-regions 0.1.0 (abc)";
    tree_ = assemble_reports(
        {{{file_.get(), std::nullopt}}, declared, real_metric_table(), run_.shown});
  }
  ReportInput input() const { return {run_, tree_}; }

  std::string bytes_;
  std::unique_ptr<ReportFile> file_;
  RunRecord run_;
  RegionTree tree_;
};

TEST_F(RegionReports, KernelRows) {
  run_.shown.kernels.general.exclude = {"memset", "typo"};
  assemble(fixture::three_ranges(), {"A", "C"});

  expect_golden("regions/three_ranges.md", report_markdown(input()));
  expect_golden("regions/three_ranges.json", report_json(input()));
  const auto files = region_files(input());
  expect_golden("regions/three_ranges.A.md", region_markdown(input(), 0, files[0]));
  expect_golden("regions/three_ranges.A1.json", region_json_text(input(), 1, files[1]));
  expect_golden("regions/three_ranges.A.kernels.csv", KernelsCsv(tree_).page(0));
  expect_golden("regions/three_ranges.txt", tree_bars(tree_, false));
}

TEST_F(RegionReports, SeveralScopes) {
  run_.shown.metrics = {"dram__bytes_read.sum", "sm__throughput.*", "not__there.sum"};
  assemble(fixture::region_zoo()[5]);

  expect_golden("regions/two_by_two.md", report_markdown(input()));
  run_.shown.aggregate = false;
  expect_golden("regions/two_by_two.apart.md", report_markdown(input()));
}

TEST_F(RegionReports, Ranges) {
  fixture::ZooCapture capture = fixture::three_ranges();
  for (const double ns : {1000.0, 1100.0}) {
    fixture::Result range;
    range.kind = fixture::Kind::kRange;
    range.metrics = {{"gpu__time_duration.sum", ns, {}}};
    range.nvtx = fixture::nvtx_stack({"A"});
    capture.results.push_back(range);
  }
  capture.name = "ranges";
  assemble(capture);

  expect_golden("regions/ranges.md", report_markdown(input()));
  expect_golden("regions/ranges.txt", tree_bars(tree_, false));
}

TEST_F(RegionReports, DomainsThreadsAndStartEnd) {
  assemble(fixture::region_zoo()[3]);
  expect_golden("regions/domains_and_threads.md", report_markdown(input()));
  assemble(fixture::region_zoo()[4]);
  expect_golden("regions/start_end.md", report_markdown(input()));
}

}  // namespace
}  // namespace ncu_regions
