// All registered workloads: counts repeat exactly, process by process, and add up. How often they
// are repeated is for NCU_REGIONS_REPEAT to say (default 2).
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

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
  ASSERT_GE(runs, 2) << "NCU_REGIONS_REPEAT: one run is no repetition";
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
      if (child.at("parent") == regions.at(i).at("path")) {
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

// A script stands for a launcher of parallel programs: it tells each process its rank.
TEST_F(CliTest, RanksOfALauncherAreMeasuredLikeForkedOnes) {
  NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  write_file(folder_ / "launch",
             "#!/bin/sh\nexport OMPI_COMM_WORLD_SIZE=2\n"
             "OMPI_COMM_WORLD_RANK=1 \"$@\" &\nOMPI_COMM_WORLD_RANK=0 \"$@\" || exit\nwait $!\n");
  std::filesystem::permissions(folder_ / "launch", std::filesystem::perms::owner_all);
  const auto measured = [&](const std::vector<std::string>& command) {
    std::vector<std::string> args = {"check", "--name", "t", "--region", "rank_work", "--"};
    args.insert(args.end(), command.begin(), command.end());
    const ProgramResult result = cli(args);
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
    return json("regions/report.json");
  };

  const nlohmann::json launched = measured({"./launch", NCU_REGIONS_TEST_TWO_RANKS});
  const nlohmann::json forked = measured({NCU_REGIONS_TEST_TWO_RANKS});

  EXPECT_EQ(launched.at("scopes").at(1).at("name"), "rank 1");
  EXPECT_EQ(forked.at("scopes").at(1).at("name"), "process 1");
  for (std::size_t rank = 0; rank < 2; ++rank) {
    EXPECT_EQ(launched.at("regions").at(0).at("scopes").at(rank).at("metrics").at(kInst),
              forked.at("regions").at(0).at("scopes").at(rank).at("metrics").at(kInst));
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, EveryWorkload,
                         testing::Values("saxpy_reduce", "shallow_resnet", "two_ranks",
                                         "worker_threads"),
                         [](const auto& workload) { return std::string(workload.param); });

}  // namespace
}  // namespace ncu_regions
