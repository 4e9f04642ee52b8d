#include "harness/regions/roofline.h"

#include <gtest/gtest.h>

#include "harness/regions/report_regions.h"
#include "tests/support/brute_force.h"
#include "tests/support/report_writer.h"

namespace ncu_regions {
namespace {

// A launch of 1 ms: so many additions, multiplications and fused operations per cycle at 1 GHz.
fixture::Result launch(const std::string& kernel, double add, double multiply, double fused,
                       double bytes_per_second) {
  fixture::Result result;
  result.function = result.mangled = kernel;
  result.demangled = kernel + "(int)";
  const std::string rate = "smsp__sass_thread_inst_executed_op_f";
  result.metrics = {
      {"gpu__time_duration.sum", 1e6, {}},
      {rate + "add_pred_on.sum.per_cycle_elapsed", add, {}},
      {rate + "mul_pred_on.sum.per_cycle_elapsed", multiply, {}},
      {rate + "fma_pred_on.sum.per_cycle_elapsed", fused, {}},
      {"smsp__cycles_elapsed.avg.per_second", 1e9, {}},
      {"sm__cycles_elapsed.avg.per_second", 1e9, {}},
      {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", 5000.0, {}},
      {"dram__bytes.sum.per_second", bytes_per_second, {}},
      {"dram__bytes.sum.peak_sustained", 1000.0, {}},
      {"dram__cycles_elapsed.avg.per_second", 1e9, {}}};
  return result;
}

RegionTree tree_of(const std::vector<fixture::Result>& launches) {
  fixture::ReportWriter writer;
  for (const fixture::Result& result : launches) writer.add(result);
  const std::string bytes = writer.bytes();
  const auto file = open_report_bytes(bytes, "roofline.ncu-rep");
  const ShownSettings shown;
  return assemble_reports({{{file.get(), std::nullopt}}, {}, real_metric_table(), shown});
}

Roofline roofline_outside(const RegionTree& tree) {
  const auto kernels = kernels_in(tree, Where::kUnlabeled, 0);
  const auto outside = kernels_in(tree, Where::kOutside, 0);
  return roofline_of(tree, tree.regions.size(), kernels.empty() ? outside : kernels);
}

TEST(Roofline, LaunchesOfAKernelAreAddedAndFusedOperationsAreTwo) {
  const RegionTree tree = tree_of({launch("gemm", 100, 100, 400, 1e11),
                                   launch("gemm", 0, 0, 500, 3e11), launch("copy", 0, 0, 0, 9e11)});

  const Roofline roofline = roofline_outside(tree);

  ASSERT_EQ(roofline.points.size(), 1u) << "a kernel without such operations is no point";
  EXPECT_EQ(roofline.points[0].name, "gemm(int)");
  EXPECT_EQ(roofline.points[0].launches, 2u);
  EXPECT_DOUBLE_EQ(roofline.points[0].flop_per_second, 1e12);
  EXPECT_DOUBLE_EQ(roofline.points[0].flop_per_byte, 2e9 / 4e8);
  EXPECT_DOUBLE_EQ(roofline.bytes_per_second, 1e12);
  ASSERT_EQ(roofline.roofs.size(), 1u);
  EXPECT_DOUBLE_EQ(roofline.roofs[0].flop_per_second, 1e13);
}

TEST(Roofline, LaunchesThatLackAValueAreNotInIt) {
  fixture::Result incomplete = launch("gemm", 100, 100, 400, 1e11);
  std::erase_if(incomplete.metrics, [](const fixture::Metric& metric) {
    return metric.name.starts_with("dram__bytes.sum.per");
  });

  EXPECT_TRUE(roofline_outside(tree_of({incomplete})).empty());
}

TEST(Roofline, DamagedValuesMakeNoPoint) {
  fixture::Result huge = launch("gemm", 1e200, 1e200, 1e200, 1e305);
  for (fixture::Metric& metric : huge.metrics) metric.value = 1e300;

  EXPECT_TRUE(roofline_outside(tree_of({huge, launch("k", 1e200, 0, 0, 1e305)})).empty());
}

}  // namespace
}  // namespace ncu_regions
