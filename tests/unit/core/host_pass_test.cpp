#include "harness/core/host_pass.h"

#include <gtest/gtest.h>

#include "harness/core/metric.h"

namespace ncu_regions {
namespace {

TEST(HostPassNames, EveryPassIsFoundByItsName) {
  for (const HostPass pass :
       {HostPass::kTime, HostPass::kCount, HostPass::kCache, HostPass::kCpuTime, HostPass::kPerf}) {
    EXPECT_EQ(host_pass_from(to_string(pass)), pass);
    EXPECT_FALSE(metrics_of(pass).empty());
  }
  EXPECT_EQ(host_pass_from("no such pass"), std::nullopt);
}

TEST(HostPassNames, AMetricComesFromOnePass) {
  EXPECT_EQ(pass_of_metric(kHostTimeMetric), HostPass::kTime);
  EXPECT_EQ(pass_of_metric(kHostInstructionsMetric), HostPass::kCount);
  EXPECT_EQ(pass_of_metric("host__sim_data_reads.sum"), HostPass::kCache);
  EXPECT_EQ(pass_of_metric(kHostPerfInstructionsMetric), HostPass::kPerf);
  EXPECT_EQ(pass_of_metric(kHostLaunchesMetric), std::nullopt);  // every pass has it
}

}  // namespace
}  // namespace ncu_regions
