// All registered workloads: counts repeat exactly, process by process, and add up. How often, is
// for NCU_REGIONS_REPEAT to say (default 2); docs/design/host-profiler.md tells what 20 gave.
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

const std::string kInst = "host__inst_executed.sum";

class EveryWorkload : public CliTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  }
  // Path of each region -> its counts in every process and together.
  std::map<std::string, nlohmann::json> counts() {
    const ProgramResult result =
        cli({"check", "--build", NCU_REGIONS_TEST_BUILD, "--test", GetParam(), "--baselines",
             (folder_ / "b").string(), "--run", run().string()});
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;  // measured, no baseline
    std::map<std::string, nlohmann::json> counts;
    const nlohmann::json report = json("regions/report.json");
    for (const auto& region : report.at("regions")) {
      nlohmann::json values = nlohmann::json::array({region.at("metrics").at(kInst)});
      for (const auto& scope : region.at("scopes")) values.push_back(scope.at("metrics").at(kInst));
      counts[region.at("path")] = values;
    }
    return counts;
  }
};

TEST_P(EveryWorkload, CountsTheSameInEveryRun) {
  const char* wanted = std::getenv("NCU_REGIONS_REPEAT");
  const int runs = wanted == nullptr ? 2 : std::atoi(wanted);
  const auto first = counts();
  ASSERT_FALSE(first.empty());
  for (int i = 1; i < runs; ++i) EXPECT_EQ(counts(), first) << "run " << i + 1;
}

// In every process and together: a region is what is directly in it and its children.
TEST_P(EveryWorkload, CountsAddUp) {
  counts();
  const nlohmann::json regions = json("regions/report.json").at("regions");
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const nlohmann::json& own = regions.at(i).at("metrics").at(kInst);
    ASSERT_FALSE(own.at("inclusive").is_null()) << regions.at(i).at("path");
    if (own.at("exclusive").is_null()) continue;  // a start/end range
    double sum = own.at("exclusive");
    for (const auto& child : regions) {
      if (child.at("parent") == i) {
        sum += child.at("metrics").at(kInst).at("inclusive").get<double>();
      }
    }
    EXPECT_EQ(sum, own.at("inclusive")) << regions.at(i).at("path");
    double over_processes = 0;
    for (const auto& scope : regions.at(i).at("scopes")) {
      if (scope.is_null()) continue;
      over_processes += scope.at("metrics").at(kInst).at("inclusive").get<double>();
    }
    EXPECT_EQ(over_processes, own.at("inclusive")) << regions.at(i).at("path");
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, EveryWorkload,
                         testing::Values("saxpy_reduce", "shallow_resnet", "two_ranks",
                                         "worker_threads"),
                         [](const auto& workload) { return std::string(workload.param); });

}  // namespace
}  // namespace ncu_regions
