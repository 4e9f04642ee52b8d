// Instructions kernel by kernel: they are parts of their region's, the same in every run, and
// counting them moves nothing.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

class KernelCounts : public CliTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
  ProgramResult check_workload(const std::vector<std::string>& further = {}) {
    std::vector<std::string> args = {
        "check",       "--build",     NCU_REGIONS_TEST_BUILD,   "--test",
        GetParam(),    "--baselines", (folder_ / "b").string(), "--run",
        run().string()};
    args.insert(args.end(), further.begin(), further.end());
    ProgramResult result = cli(args);
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;  // measured, no baseline
    return result;
  }
  Json regions() { return json("regions/report.json").at("regions"); }
  // The report of one region has the kernels of everything below it.
  Json kernels_below(const Json& region) {
    return json("regions/" + region.at("files").at("json").get<std::string>()).at("kernels_below");
  }
  static double sum_of(const Json& kernels) {
    double sum = 0;
    for (const Json& kernel : kernels) sum += kernel.at("instructions").get<double>();
    return sum;
  }
  // Path -> instructions of the region, and of its kernels.
  std::map<std::string, Json> counts() {
    std::map<std::string, Json> counts;
    for (const Json& region : regions()) {
      Json& entry = counts[region.at("path")];
      entry.push_back(region.at("metrics").at(kInst));
      for (const Json& scope : region.at("scopes")) {
        entry.push_back(scope.is_null() ? Json() : scope.at("metrics").at(kInst));
      }
      for (const Json& kernel : kernels_below(region)) entry.push_back(kernel);
    }
    return counts;
  }
};

TEST_P(KernelCounts, KernelsOfARegionAreWhatTheRegionDoesButForALittle) {
  check_workload();
  for (const Json& region : regions()) {
    const double all = region.at("metrics").at(kInst).at("inclusive");
    const Json kernels = kernels_below(region);
    ASSERT_FALSE(kernels.empty()) << region.at("path");
    EXPECT_LE(sum_of(kernels), all) << region.at("path");
    // All these regions do is to launch: some hundred instructions each.
    EXPECT_LT(all - sum_of(kernels), 0.05 * all) << region.at("path");
  }
}

TEST_P(KernelCounts, RegionsOfWorkloadsSayWhereTheyAreOpened) {
  check_workload();
  for (const Json& region : regions()) {
    const std::string file = region.at("source").at("file");
    EXPECT_TRUE(file.starts_with(std::string("workloads/") + GetParam() + "/")) << file;
    EXPECT_GT(region.at("source").at("line"), 0);
  }
}

TEST_P(KernelCounts, AreTheSameInEveryRun) {
  check_workload();
  const auto first = counts();
  check_workload();

  EXPECT_EQ(counts(), first);
}

TEST_P(KernelCounts, RegionsCountTheSameWhenKernelsAreNotCounted) {
  check_workload();
  const Json with = regions();
  std::uint64_t boundaries = 0;
  for (const Json& region : with) boundaries += 2 * region.at("instances").get<std::uint64_t>();

  const ProgramResult result =
      check_workload({"host.boundaries_max=" + std::to_string(boundaries)});

  EXPECT_THAT(result.err + read_file(run() / "regions/report.md"),
              testing::HasSubstr("instructions were not counted kernel by kernel"));
  const Json without = regions();
  ASSERT_EQ(without.size(), with.size());
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_EQ(without[i].at("metrics").at(kInst), with[i].at("metrics").at(kInst));
    for (const Json& kernel : kernels_below(without[i])) {
      EXPECT_FALSE(kernel.contains("instructions"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, KernelCounts,
                         testing::Values("saxpy_reduce", "shallow_resnet", "two_ranks",
                                         "worker_threads"),
                         [](const auto& workload) { return std::string(workload.param); });

}  // namespace
}  // namespace ncu_regions
